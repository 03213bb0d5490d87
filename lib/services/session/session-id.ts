import { createHash, randomBytes } from "node:crypto";

const hourMs = 3_600_000;
export const sessionIdleMs = 8 * hourMs;
export const sessionLifetimeMs = 24 * hourMs;
/** How long a sign-in step waits for its code after a correct password. */
export const stepLifetimeMs = 5 * 60_000;

/** 256 random bits; only its hash is stored. */
export function createSessionId(): string {
  return randomBytes(32).toString("base64url");
}

export function hashSessionId(id: string): string {
  return createHash("sha256").update(id).digest("base64url");
}
