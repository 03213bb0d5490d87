import { createHash } from "node:crypto";

/** An order as indexes store it: an OrderID may be as long as a body. */
export function orderHash(orderId: string): Buffer {
  return createHash("sha256").update(orderId).digest();
}
