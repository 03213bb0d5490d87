import { setTimeout as sleep } from "node:timers/promises";
import { type AppProcess, startApp } from "../app-process.ts";
import type { AppClient } from "./payment-storm.ts";

/** An app in a process of its own that can be killed and restarted repeatedly. */
export type KillableApp = {
  /** Waits while the app is starting. */
  client(): Promise<AppClient>;
  /** kill -9, then the same app again; callers wait for it in `client`. */
  killAndRestart(): void;
  kills(): number;
  close(): Promise<void>;
};

type Options = {
  program: string;
  flags?: readonly string[];
  env: Record<string, string>;
  logFile: string;
  /** Whether it responds; throws while it does not. */
  probe: () => Promise<AppClient>;
  startWithinMs: number;
};

const startsMax = 4;

export async function startKillableApp({ probe, startWithinMs, ...app }: Options): Promise<KillableApp> {
  let kills = 0;
  let running: AppProcess;
  // Like a supervisor: restarts an app that exits during the start, for example on a busy machine.
  const start = async (triesLeft: number): Promise<AppClient> => {
    running = startApp(app);
    try {
      return await whenReady(running, probe, startWithinMs);
    } catch (error) {
      running.kill("SIGKILL");
      await running.ended;
      if (triesLeft <= 1) throw error;
      return start(triesLeft - 1);
    }
  };
  let ready = start(startsMax);
  await ready;
  return {
    client: () => ready,
    killAndRestart() {
      const dying = running;
      kills += 1;
      dying.kill("SIGKILL");
      ready = dying.ended.then(() => start(startsMax));
      ready.catch(() => {});
    },
    kills: () => kills,
    async close() {
      await ready.catch(() => {});
      running.kill("SIGKILL");
      await running.ended;
    },
  };
}

async function whenReady(app: AppProcess, probe: () => Promise<AppClient>, withinMs: number): Promise<AppClient> {
  let said: string | undefined;
  app.ended.then((end) => {
    said = end.said;
  });
  for (const until = performance.now() + withinMs; performance.now() < until; await sleep(100)) {
    const client = await probe().catch(() => undefined);
    if (client) return client;
    if (said !== undefined) throw new Error(`The dashboard ended while it was starting: ${said}`);
  }
  throw new Error(`The dashboard did not answer within ${withinMs} ms.`);
}
