import type { SandboxStorage } from "../storage.ts";

/** Failures in a row of an account (`integration`, `pair:{slug}`, `unknown`), current or highest. */
type FailureCounts = Record<string, number>;

export type SandboxStats = {
  /**
   * `token`, `session` and `session:{slug}`, `{endpoint}` and `{endpoint}:{slug}` (names of router.ts), and
   * `notify:{IPCmethod}:ok` or `:failed` for what went to the shops.
   */
  calls: Record<string, number>;
  failures: FailureCounts;
  failuresMax: FailureCounts;
};

export async function readStats(storage: SandboxStorage): Promise<SandboxStats> {
  const [counters, failures, failuresMax] = await Promise.all([
    storage.counters(),
    storage.listHeads("failures", {}),
    storage.listHeads("failures-max", {}),
  ]);
  const calls = [...counters].filter(([name]) => name.startsWith("calls:")).map(([name, count]) => [name.slice(6), count]);
  const counts = (heads: typeof failures) => Object.fromEntries(heads.map(({ key, tag }) => [key, Number(tag)]));
  return { calls: Object.fromEntries(calls), failures: counts(failures), failuresMax: counts(failuresMax) };
}

export async function resetStats(storage: SandboxStorage): Promise<void> {
  await storage.removeRange("failures-max", {});
  await storage.resetCounters("calls:");
}
