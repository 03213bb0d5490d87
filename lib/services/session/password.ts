import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";
import { AppError } from "#lib/core/errors.ts";

/** Argon2id, 19 MiB, 2 passes (OWASP's first choice). */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

const atOnce = 2;
const waitingMax = 40;
const limit = pLimit(atOnce);

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize("NFKC"), cost);
}

/**
 * Whether the password matches the hash. Without a hash the same work is done and the result is false, so that timing does not
 * show whether the account exists. Throws `throttled` when too many wait.
 */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  if (limit.pendingCount >= waitingMax) throw new AppError("throttled", { retryAfterSeconds: 5 });
  const nobodysHash = await getDummyHash();
  const fits = await limit(() => verify(passwordHash ?? nobodysHash, password.normalize("NFKC")));
  return fits && passwordHash !== undefined;
}

let nobody: Promise<string> | undefined;

function getDummyHash(): Promise<string> {
  nobody ??= hashPassword(crypto.randomUUID());
  return nobody;
}
