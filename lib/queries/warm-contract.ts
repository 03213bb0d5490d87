/**
 * Loads what nearly every answer is read with once the page has nothing else to do, so that the first answer is read
 * without holding up a key. Undoes itself when called back.
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
