import { randomFillSync } from "node:crypto";

const nonceBytes = 16;
const pool = Buffer.alloc(nonceBytes * 256);
let used = pool.length;

/** Returns 128 unused random bits. They are generated in batches, since each call of the generator is slow. */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += nonceBytes;
  return pool.toString("base64url", used - nonceBytes, used);
}
