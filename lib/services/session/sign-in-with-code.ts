import { totpInput } from "../../contract/session.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";

/** The second step of signing in. Nobody has a second factor yet, so no sign-in ever waits for a code: `unauthenticated`. */
export async function signInWithCode(raw: unknown): Promise<never> {
  parseInput(totpInput, raw);
  throw new AppError("unauthenticated");
}
