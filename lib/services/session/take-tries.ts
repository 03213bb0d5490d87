import { AppError } from "../../core/errors.ts";
import type { Queryable } from "../../store/open-store.ts";
import { type SignInTry, takeSignInTry } from "../../store/sign-in-tries.ts";

/** Throws `throttled` with the time to wait when one of the allowances is used up. */
export async function takeTries(db: Queryable, tries: readonly SignInTry[]): Promise<void> {
  for (const each of tries) {
    const taken = await takeSignInTry(db, each);
    if (!taken.granted) throw new AppError("throttled", { retryAfterSeconds: taken.retryAfterSeconds });
  }
}
