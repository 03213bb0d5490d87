import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { type AppProcess, startApp } from "#tools/bench/support/app-process.ts";
import { freePort } from "#tools/embedded-postgres/free-port.ts";
import type { FailPoint, Mistake } from "./fail-points.ts";

export const entryPointNames = ["front server", "receiver"] as const;
export type EntryPointName = (typeof entryPointNames)[number];

/** One kill: the fail point, and the number of the notification in that life of the process. */
export type Blow = { point: FailPoint; after: number };

export type EntryPointOptions = {
  name: EntryPointName;
  folder: string;
  env: Record<string, string>;
  mistake?: Mistake | undefined;
  /** The kill for the next life; undefined for none. */
  nextBlow(): Blow | undefined;
};

/** A URL_Notify whose process is restarted whenever it ends, each time with the next kill prepared. */
export type EntryPoint = {
  name: EntryPointName;
  origin: string;
  kills: readonly FailPoint[];
  /** Called by the senders after each response: a random kill happens some time after a response. */
  recordAnswer(): void;
  killNow(): void;
  /** Stops it gracefully; throws when it did not exit cleanly, or had exited by itself before. */
  stop(): Promise<void>;
  /** Rejects when it ends by itself. */
  living: Promise<void>;
};

type Life = { process?: AppProcess; blow?: Blow | undefined; answers: number; isStopping: boolean; kills: FailPoint[] };

const startAgainMs = 200;
const killDelayMsMax = 25;
const stopWithinMs = 30_000;
/** The start failed because the database may be away: reported by victim.ts, or by Node when the start never finished. */
const notStartedCodes: readonly (number | null)[] = [3, 13];
const failedStartsMax = 60;

export async function openEntryPoint(options: EntryPointOptions): Promise<EntryPoint> {
  const { name } = options;
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const life: Life = { answers: 0, isStopping: false, kills: [] };
  const living = live(options, { PORT: String(port), PUBLIC_ORIGIN: origin }, life);
  living.catch(() => {});
  const killNow = () => life.process?.kill("SIGKILL");
  return {
    name,
    origin,
    living,
    killNow,
    kills: life.kills,
    recordAnswer() {
      life.answers += 1;
      if (life.blow?.point === "random" && life.answers === life.blow.after) setTimeout(killNow, Math.random() * killDelayMsMax);
    },
    async stop() {
      life.isStopping = true;
      life.process?.kill("SIGTERM");
      const hangs = wait(stopWithinMs, "hangs" as const, { ref: false });
      if ((await Promise.race([living, hangs])) !== "hangs") return;
      killNow();
      throw new Error(`The ${name} did not stop within ${stopWithinMs / 1_000} s of SIGTERM.`);
    },
  };
}

async function live({ name, folder, env, mistake, nextBlow }: EntryPointOptions, place: Record<string, string>, life: Life) {
  const logFile = path.join(folder, `${name.replace(" ", "-")}.log`);
  life.blow = nextBlow();
  let failedStarts = 0;
  while (!life.isStopping) {
    const { point, after } = life.blow ?? { point: "random", after: 1 };
    life.answers = 0;
    life.process = startApp({
      program: "tools/crash/victim.ts",
      env: {
        ...env,
        ...place,
        CRASH_ENTRY_POINT: name,
        CRASH_MISTAKE: mistake ?? "",
        CRASH_POINT: point,
        CRASH_AFTER: String(after),
      },
      logFile,
    });
    const { code, signal, said } = await life.process.ended;
    const hasNotStarted = notStartedCodes.includes(code);
    failedStarts = hasNotStarted ? failedStarts + 1 : 0;
    if (signal === "SIGKILL") {
      life.kills.push(point);
      life.blow = nextBlow();
    } else if (hasNotStarted && failedStarts <= failedStartsMax) {
      await wait(startAgainMs);
      // After a stop signal it exits with 0, or by the signal when it had not started to serve.
    } else if (!life.isStopping || (code !== 0 && signal !== "SIGTERM")) {
      throw new Error(`The ${name} ended by itself (${code ?? signal}):\n${said}`);
    }
  }
}
