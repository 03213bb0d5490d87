/**
 * Loads the most used part of the contract when the page is idle, so that the first response is parsed
 * without delaying input. Returns a function that cancels it.
 */
export function warmContract(): () => void {
  const load = () => void import("#lib/contract/transaction-operations.ts").catch(() => undefined);
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(load, 2_000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(load, { timeout: 5_000 });
  return () => cancelIdleCallback(idle);
}
