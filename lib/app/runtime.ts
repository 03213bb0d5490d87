import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "#lib/core/clock.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import type { DeliveryRecord } from "#lib/notifications/ports.ts";
import type { SpoolSize } from "#lib/notifications/spool/spool-folder.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { AlertSenders } from "#lib/services/alerts/delivery/ports.ts";
import type { GatewayDirectory } from "#lib/services/context.ts";
import type { Log } from "#lib/services/log.ts";
import type { SignInProvider } from "#lib/services/session/sign-in-provider.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { LiveHub } from "./events/event-stream.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Forwarding } from "./notify/forwarding.ts";
import type { NotifyState, Probes } from "./probes.ts";
import type { Settings } from "./settings/settings.ts";

/** A seeded account with its plain-text password, for the terminal and sign-in.json only. */
export type SignIn = { email: string; password: string; role: string };

/** The handler behind both entry points of URL_Notify: the front server's node:http and Next's fetch handler. */
export type NotifyHandler = NotifyState & {
  handleNode(request: IncomingMessage, response: ServerResponse, peer?: string): Promise<void>;
  handleFetch(request: Request): Promise<Response>;
  /** The size of the spool, as last measured. */
  spoolSize(): SpoolSize;
  /** Loads endpoints and keys and refreshes them; uses the snapshot in DATA_DIR while the database is away. */
  prime(): void;
  /** Starts moving spooled deliveries into the database. */
  start(): void;
  close(): Promise<void>;
};

/** Wraps the function that saves deliveries, for tests. */
export type WrapRecord = (record: DeliveryRecord) => DeliveryRecord;

/** Everything that lives as long as the process: created once, shared by the front server and Next (lib/server/runtime.ts). */
export type Runtime = {
  settings: Settings;
  store: Store;
  /** A separate connection pool for reading lists, so that they never use up the connections for sign-ins and changes. */
  lists: Pick<Store, "db">;
  vault: Vault;
  clock: Clock;
  log: Log;
  gateways: GatewayDirectory;
  notify: NotifyHandler;
  forwarding: Forwarding;
  alertSenders: AlertSenders;
  sandbox: Sandbox | undefined;
  live: LiveHub;
  metrics: Metrics;
  /** The sandbox's seeded staff, printed by `npm start`; empty without the sandbox. */
  signIn: readonly SignIn[];
  /** The OpenID Connect provider for staff, if configured. */
  signInProvider: SignInProvider | undefined;
  /** Link with which the first administrator creates an account; undefined once there is one. For the terminal only. */
  firstAdminLink: string | undefined;
  /** Link that signs in to the sandbox once; only where nobody but this machine can open it. For the terminal only. */
  sandboxLink: string | undefined;
  /** The origin of payment links for phones in the local network; only with `npm start -- --lan`. */
  lanOrigin?: string;
  /**
   * Undefined when the database was reachable at the start. Otherwise resolves when it is back and migrated, and rejects when it
   * cannot be used, as with another version's; until then only notifications are received.
   */
  storeOpened: Promise<void> | undefined;
  /** Seeds the sandbox. Idempotent; several processes may run it concurrently. */
  prepare(): Promise<void>;
  /** Starts background work: jobs, the event stream, the sandbox's payments. */
  start(): Promise<void>;
  /** Prepares, if nobody did, and starts; while the database is away it returns, and does both as soon as it is back. */
  begin(): Promise<void>;
  probes: Probes;
  resetSandbox(): Promise<void>;
  /** Ends open event streams, which would otherwise delay a shutdown for minutes (docs/security.md, rule 20). */
  closeStreams(): void;
  close(): Promise<void>;
};

export const runtimeKey = Symbol.for("counterfoil.runtime");
