import { vi } from "vitest";
import { waitMs } from "./wait-ms.ts";

/** Retries until the check no longer throws, then returns its value. After `waitMs` it throws the last error. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: waitMs });
}
