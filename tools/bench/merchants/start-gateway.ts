import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemClock } from "#lib/core/clock.ts";
import { createSandbox, type SandboxDescription } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import { leftOut } from "../find/start-sandbox.ts";
import { startApp } from "../support/app-process.ts";
import type { OwnRun } from "../support/own-run.ts";
import type { Tally } from "./tally.ts";

export type BenchGateway = {
  host: string;
  description: SandboxDescription;
  tally(): Promise<Tally>;
};

type Options = { name: string; secret: string; merchants: number; transactions: number; latencyMs: number };

const startWithinMs = 30_000;

/** Its credentials are derived from the secret, so that they are known here without a request. */
export async function startGateway(run: OwnRun, options: Options): Promise<BenchGateway> {
  const { name, secret, merchants, transactions, latencyMs } = options;
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const count = merchants + leftOut.length;
  const app = startApp({
    program: "tools/bench/merchants/gateway.ts",
    env: {
      PORT: String(port),
      SECRET: secret,
      MERCHANTS: String(Math.min(10_000, count)),
      TRANSACTIONS: String(transactions),
      LATENCY_MS: String(latencyMs),
    },
    logFile: path.join(run.folder, `${name}-gateway.log`),
  });
  run.defer(() => app.kill("SIGTERM"));
  const described = createSandbox({
    secret,
    storage: createMemoryStorage(),
    clock: systemClock,
    baseUrl,
    merchants: Math.min(10_000, count),
    transactions: 0,
    live: false,
  }).describe();
  const tally = async () => (await (await fetch(`${baseUrl}/bench/tally`)).json()) as Tally;
  const giveUpAt = performance.now() + startWithinMs;
  while (!(await tally().catch(() => undefined))) {
    if (performance.now() > giveUpAt) throw new Error("The gateway did not start.");
    await wait(100);
  }
  const chosen = described.merchants.filter(({ slug }) => !leftOut.includes(slug)).slice(0, merchants);
  return { host: `127.0.0.1:${port}`, description: { ...described, merchants: chosen }, tally };
}
