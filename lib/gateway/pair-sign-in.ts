import type { Secret } from "#lib/core/secret.ts";
import type { CachedCredential, Outcome, Pair } from "./permit.ts";
import type { CallPace } from "./types.ts";

/** How one pair signs in, and which proven merchants could sign in first to end a run of refusals. */
export type PairSignIn = {
  pair: Pair;
  /** The token under which a session is requested; undefined for a token. */
  token?: PairSignIn;
  fetchNew: (token: Secret | undefined) => Promise<Outcome>;
  runEnders: () => Promise<readonly PairSignIn[]>;
  /** For background sign-ins. */
  pace?: CallPace | undefined;
};

/** `isNew`: issued for this attempt, so a 401 under it is not caused by the token (docs/lockout.md, rule 13). */
export type TokenUse = { held: CachedCredential; isNew: boolean };

/** A 401 is attributed to the token first, unless the token was issued for this attempt (docs/lockout.md, rule 13). */
export function withDoubt(outcome: Outcome, token: TokenUse | undefined): Outcome {
  const isDoubted = outcome.kind === "refused" && outcome.status === 401 && token !== undefined && !token.isNew;
  return isDoubted ? { ...outcome, doubtedToken: token.held.attemptId } : outcome;
}

export async function enderIdsOf({ runEnders }: PairSignIn): Promise<string[]> {
  return (await runEnders()).map(({ pair }) => pair.clientId);
}

/** Includes the secret: a new one under the same client ID never gets the session of the old one. */
export function keyOf({ kind, clientId, clientSecret }: Pair): string {
  return `${kind}\n${clientId}\n${clientSecret.reveal()}`;
}
