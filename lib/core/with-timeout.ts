import { setTimeout as sleep } from "node:timers/promises";

export type Outcome<Value> = { state: "done"; value: Value } | { state: "running" } | { state: "failed"; cause: unknown };

/** Waits at most `budgetMs`; the work continues in the background. Never rejects. */
export async function withTimeout<Value>(budgetMs: number, work: Promise<Value>): Promise<Outcome<Value>> {
  const settled = work.then(
    (value): Outcome<Value> => ({ state: "done", value }),
    (cause: unknown): Outcome<Value> => ({ state: "failed", cause }),
  );
  const timer = new AbortController();
  const running: Outcome<Value> = { state: "running" };
  const budget = sleep(budgetMs, running, { signal: timer.signal, ref: false }).catch(() => running);
  const outcome = await Promise.race([settled, budget]);
  timer.abort();
  return outcome;
}
