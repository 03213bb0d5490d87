import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "#lib/core/clock.ts";
import type { Store } from "#lib/db/connection/open-store.ts";
import type { DeliveryRecord } from "#lib/notifications/ports.ts";
import type { SpoolSize } from "#lib/notifications/spool/spool-folder.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import type { GatewayDirectory } from "#lib/services/context.ts";
import type { Log } from "#lib/services/log.ts";
import type { SignInProvider } from "#lib/services/session/sign-in-provider.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { LiveHub } from "./events/event-stream.ts";
import type { Metrics } from "./metrics/metrics.ts";
import type { Forwarding } from "./notify/forwarding.ts";
import type { Settings } from "./settings/settings.ts";

/** A seeded account with its password in the clear, for the terminal and sign-in.json only. */
export type SignIn = { email: string; password: string; role: string };

/** URL_Notify's one room behind its two doors: the front door's node:http and Next's fetch handler. */
export type NotifyHandler = {
  handleNode(request: IncomingMessage, response: ServerResponse, peer?: string): Promise<void>;
  handleFetch(request: Request): Promise<Response>;
  /** What waits on the disk for the database, as last measured. */
  spoolSize(): SpoolSize;
  /** Loads endpoints and keys, and keeps them fresh; from the snapshot in DATA_DIR while the database is away. */
  prime(): void;
  /** Begins to bring into the database what waits in the spool. */
  start(): void;
  close(): Promise<void>;
};

/** Stands between the receiver and the database's record of deliveries; an experiment's way in. */
export type WrapRecord = (record: DeliveryRecord) => DeliveryRecord;

/** Everything that lives as long as the process: made once, shared by the front door and Next (lib/server/runtime.ts). */
export type Runtime = {
  settings: Settings;
  store: Store;
  /** The same database for what people read, apart, so that lists never use up what a sign-in or a change needs. */
  lists: Pick<Store, "db">;
  vault: Vault;
  clock: Clock;
  log: Log;
  gateways: GatewayDirectory;
  notify: NotifyHandler;
  forwarding: Forwarding;
  sandbox: Sandbox | undefined;
  live: LiveHub;
  metrics: Metrics;
  /** The sandbox's seeded staff, for what `npm start` prints; empty without the sandbox. */
  signIn: readonly SignIn[];
  /** Where staff may sign in besides here. */
  signInProvider: SignInProvider | undefined;
  /** By which the first administrator makes an account; undefined once there is one. For the terminal only. */
  firstAdminLink: string | undefined;
  /** Where telephones in the local network reach payment links; only with `npm start -- --lan`. */
  lanOrigin?: string;
  /**
   * Undefined when the database was there at the start. Otherwise resolves when it is back and migrated, and rejects when it
   * cannot be used, as with another version's; until then only notifications are received.
   */
  storeOpened: Promise<void> | undefined;
  /** Seeds the sandbox. Repeatable; several processes may do it at once. */
  prepare(): Promise<void>;
  /** Starts what runs by itself: jobs, the live hub, the sandbox's payments. */
  start(): Promise<void>;
  /** Starts now, or, where the database was away at the start, prepares and starts as soon as it is back. */
  begin(): Promise<void>;
  /** True when a row could be committed within the last 5 s. */
  isReady(): Promise<boolean>;
  resetSandbox(): Promise<void>;
  /** Ends open event streams, which would otherwise keep the server alive for minutes (docs/security.md, rule 20). */
  closeStreams(): void;
  close(): Promise<void>;
};

export const runtimeKey = Symbol.for("counterfoil.runtime");
