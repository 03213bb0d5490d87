import { vi } from "vitest";

/**
 * Tries until the check no longer throws: for what comes in its own time, on the slowest machine too. After `timeout` ms
 * it fails with what was thrown last.
 */
export function eventually<Value>(check: () => Value | Promise<Value>, { timeout = 10_000 } = {}): Promise<Value> {
  return vi.waitFor(check, { timeout });
}
