import { whenIdle } from "./when-idle.ts";

/** Loads the most used part of the contract when the page is idle, for the first response. Returns a function that cancels it. */
export function warmContract(): () => void {
  return whenIdle(() => void import("#lib/contract/transaction-operations.ts").catch(() => undefined));
}
