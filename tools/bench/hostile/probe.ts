import { setTimeout as wait } from "node:timers/promises";
import { type Percentiles, toPercentiles } from "../support/percentiles.ts";

export type ProbeResult = { count: number; latencyMs: Percentiles; others: Record<string, number> };

type Options = {
  everyMs: number;
  /** A short description of the response. */
  send: () => Promise<string>;
  expected: string;
  answerWithinMs?: number;
};

const usualAnswerWithinMs = 120_000;

/**
 * Sends requests at a fixed rate during the work, and waits for every response; one that does not come in time is among `others`.
 * Each is timed from its scheduled
 * time, so that a stalled server is measured in full.
 */
export async function probeWhile(work: () => Promise<void>, options: Options): Promise<ProbeResult> {
  const { everyMs, send, expected, answerWithinMs = usualAnswerWithinMs } = options;
  const latencies: number[] = [];
  const others: Record<string, number> = {};
  const open: Promise<void>[] = [];
  let isOver = false;
  const working = work().finally(() => {
    isOver = true;
  });
  const ask = async (dueAt: number) => {
    const answer = await send().catch((error: Error) => error.name);
    latencies.push(performance.now() - dueAt);
    if (answer !== expected) others[answer] = (others[answer] ?? 0) + 1;
  };
  const startedAt = performance.now();
  for (let turn = 0; !isOver; turn++) {
    const dueAt = startedAt + turn * everyMs;
    const pauseMs = dueAt - performance.now();
    if (pauseMs > 0) await wait(pauseMs);
    open.push(ask(dueAt));
  }
  await working;
  await Promise.race([Promise.all(open), wait(answerWithinMs, undefined, { ref: false })]);
  const unanswered = open.length - latencies.length;
  if (unanswered > 0) others["no answer"] = unanswered;
  return { count: open.length, latencyMs: toPercentiles(latencies), others };
}
