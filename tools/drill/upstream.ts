import { randomBytes } from "node:crypto";
import pg from "pg";
import { systemClock } from "#lib/core/clock.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import type { Sandbox } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { SandboxSettings } from "#lib/sandbox/settings.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import type { AppDatabase } from "#tools/bench/support/app-database.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";

/** The gateway that processes sign in to. It needs none of what the drill takes away, so that a lost sign-in is our own fault. */
export type Upstream = {
  /** For GATEWAY_HOSTS. */
  host: string;
  connect(database: AppDatabase): Promise<void>;
  /** Paths of our API whose answers need a session at the gateway, each of another merchant. */
  paths: readonly string[];
  /** Payments that arrived, each time it was sent. */
  countPayments(): number;
  /** Sign-ins that arrived between two times of performance.now(). */
  countSignIns(fromMs: number, toMs: number): number;
  clientIdOf(slug: string): string;
  /** One of the sandbox's own controls (lib/sandbox/control/control.ts). */
  control: Sandbox["control"];
};

/** The shortest lifetime that is not taken for a mistake, so that processes sign in all the time. */
const lifeSeconds = 30;
const paymentPath = /\/payments$/;
const signInPath = /\/(oauth\/token|auth\/session)$/;

export async function startUpstream(
  run: OwnRun,
  environment: "demo" | "production" = "production",
  settings: Partial<SandboxSettings> = {},
): Promise<Upstream> {
  const signIns: number[] = [];
  let payments = 0;
  const served = await serveSandbox({
    port: 0,
    secret: randomBytes(24).toString("hex"),
    storage: createMemoryStorage(),
    clock: systemClock,
    transactions: 0,
    live: false,
    settings: { tokenSeconds: lifeSeconds, sessionSeconds: lifeSeconds, ...settings },
    between: (request, handle) => {
      if (signInPath.test(new URL(request.url).pathname)) signIns.push(performance.now());
      if (request.method === "POST" && paymentPath.test(new URL(request.url).pathname)) payments += 1;
      return handle();
    },
  });
  run.defer(() => served.close());
  const { integration, merchants } = served.sandbox.describe();
  const chosen = merchants.filter(({ slug }) => slug !== "refused" && slug !== "slow");
  const { host } = new URL(served.url);
  return {
    host,
    async connect({ url, vault }) {
      const store = openStore({ url, connectionsMax: 1 });
      const options = { db: store.db, vault, clock: systemClock, allowedHosts: [host], by: "the drill" };
      const content = {
        baseUrl: served.url,
        ...integration,
        merchants: chosen.map(({ slug, name, clientId, clientSecret }) => ({ slug, name, clientId, clientSecret })),
      };
      await connectEnvironment(options, environment, content).finally(() => store.close());
    },
    paths: chosen.map(({ slug }) => `/api/${environment}/${slug}/terminals`),
    countPayments: () => payments,
    clientIdOf: (slug) => chosen.find((merchant) => merchant.slug === slug)?.clientId ?? "",
    control: (call) => served.sandbox.control(call),
    countSignIns: (fromMs, toMs) => signIns.filter((at) => at >= fromMs && at <= toMs).length,
  };
}

export type SpentAttempts = { count: number; reasons: string[] };

/** Attempts that count towards the gateway's lockout, and what the last one of each pair met. */
export async function readSpentAttempts(databaseUrl: string): Promise<SpentAttempts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const { rows } = await client
    .query<{ count: number; reason: string | null }>(
      "select failed_attempt_count as count, last_error as reason from identity_pair where failed_attempt_count > 0",
    )
    .finally(() => client.end());
  return { count: rows.reduce((sum, { count }) => sum + count, 0), reasons: rows.map(({ reason }) => reason ?? "none yet") };
}
