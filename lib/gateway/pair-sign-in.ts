import type { Secret } from "#lib/core/secret.ts";
import type { CachedCredential, Outcome, Pair } from "./permit.ts";
import type { CallPace } from "./types.ts";

/** How one pair signs in, and which proven merchants could sign in first to end a run of refusals. */
export type PairSignIn = {
  pair: Pair;
  /** Whose token a session is asked for under; a token needs none. */
  token?: PairSignIn;
  fetchNew: (token: Secret | undefined) => Promise<Outcome>;
  runEnders: () => Promise<readonly PairSignIn[]>;
  /** Of a sign-in that nobody waits for. */
  pace?: CallPace | undefined;
};

/** `isNew`: issued for this very attempt, so that a 401 under it is not the token's fault (docs/lockout.md, rule 13). */
export type TokenUse = { held: CachedCredential; isNew: boolean };

/** A 401 concerns first the token it was sent under, unless that was issued for this very attempt (docs/lockout.md, rule 13). */
export function withDoubt(outcome: Outcome, token: TokenUse | undefined): Outcome {
  const isDoubted = outcome.kind === "refused" && outcome.status === 401 && token !== undefined && !token.isNew;
  return isDoubted ? { ...outcome, doubtedToken: token.held.attemptId } : outcome;
}
