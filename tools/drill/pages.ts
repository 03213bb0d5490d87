import { setTimeout as wait } from "node:timers/promises";

/** `failures`: what was answered instead of 200, and to which path. */
export type Asked = { asked: number; failed: number; failures: string[] };
export type Pages = {
  /** Resolves when each path answers 200 within a second. */
  untilOk(paths: readonly string[]): Promise<void>;
  /** Asks for the paths in turn, again and again, as somebody at work does; `lanes` at a time. */
  keepAsking(paths: readonly string[], lanes?: number): { stop(): Promise<Asked> };
};

const ok = 200;
const everyMs = 250;
const answerMs = 10_000;
const soonMs = 1_000;
const giveUpMs = 60_000;

export function openPages(origin: string, cookie: string): Pages {
  const get = async (path: string, ms: number) => {
    const signal = AbortSignal.timeout(ms);
    const answer = await fetch(`${origin}${path}`, { headers: { cookie }, signal }).catch(() => undefined);
    await answer?.arrayBuffer().catch(() => {});
    return answer?.status ?? 0;
  };
  const isOk = async (path: string, ms: number) => (await get(path, ms)) === ok;
  return {
    async untilOk(paths) {
      const giveUpAt = performance.now() + giveUpMs;
      for (const path of paths) while (!(await isOk(path, soonMs)) && performance.now() < giveUpAt) await wait(everyMs / 5);
    },
    keepAsking(paths, lanes = 1) {
      const counts: Asked = { asked: 0, failed: 0, failures: [] };
      let isOver = false;
      const ask = async () => {
        while (!isOver) {
          const path = paths[counts.asked % paths.length] ?? "/";
          counts.asked += 1;
          const status = await get(path, answerMs);
          if (status !== ok) {
            counts.failed += 1;
            counts.failures.push(`${path} ${status || "no answer"}`);
          }
          await wait(everyMs);
        }
      };
      const asking = Promise.all(Array.from({ length: lanes }, ask));
      return {
        async stop() {
          isOver = true;
          await asking;
          return counts;
        },
      };
    },
  };
}
