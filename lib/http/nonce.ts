import { randomFillSync } from "node:crypto";

const nonceBytes = 16;
const pool = Buffer.alloc(nonceBytes * 256);
let used = pool.length;

/** 128 random bits that are handed out once; drawn many at a time, since each draw costs far more than its bytes. */
export function newNonce(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += nonceBytes;
  return pool.toString("base64url", used - nonceBytes, used);
}
