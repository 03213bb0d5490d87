import { setTimeout as sleep } from "node:timers/promises";

export type Outcome<Value> = { state: "done"; value: Value } | { state: "running" } | { state: "failed"; cause: unknown };

/**
 * Waits at most `budgetMs`; the work continues in the background. Never rejects. With `staysAlive` the process does not end
 * before, even where nothing else keeps it alive.
 */
export async function withTimeout<Value>(
  budgetMs: number,
  work: Promise<Value>,
  { staysAlive = false }: { staysAlive?: boolean } = {},
): Promise<Outcome<Value>> {
  const settled = work.then(
    (value): Outcome<Value> => ({ state: "done", value }),
    (cause: unknown): Outcome<Value> => ({ state: "failed", cause }),
  );
  const timer = new AbortController();
  const running: Outcome<Value> = { state: "running" };
  const budget = sleep(budgetMs, running, { signal: timer.signal, ref: staysAlive }).catch(() => running);
  const outcome = await Promise.race([settled, budget]);
  timer.abort();
  return outcome;
}
