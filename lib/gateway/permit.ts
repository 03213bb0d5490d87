import type { Environment } from "#lib/core/identifiers.ts";
import type { PermitDecision, PermitMode } from "#lib/core/lockout-guard.ts";
import type { Secret } from "#lib/core/secret.ts";
import type { Message } from "#lib/core/text.ts";

export type PairKind = "token" | "session";

/** A client ID and its secret. The lockout guard identifies it by (environment, client ID), whatever the merchant's slug. */
export type Pair = { environment: Environment; kind: PairKind; clientId: string; clientSecret: Secret };

export type ManualMode = Extract<PermitMode, "manual" | "release">;

export type PermitRequest = {
  /** Client ID of the integration whose failed attempts are shared by all its pairs. */
  integrationClientId: string;
  pair: Pair;
  /** The gateway that issued a token: a token of another gateway is not valid here. */
  baseUrl: string;
  /**
   * automatic: an attempt of the program. manual: the one manual attempt (docs/lockout.md, rules 11 and 12). release: one that
   * may also be the exception to "never a third", confirmed by a team member and named in the audit log (docs/lockout.md, rule
   * 9). break_run: an early renewal that is only permitted while it can end a run of refusals (docs/lockout.md, rule 9).
   */
  mode: PermitMode;
  /**
   * Client IDs with which this process could end a run of refusals. While one of them can, an unproven pair waits. Undefined:
   * not read yet.
   */
  enderClientIds: readonly string[] | undefined;
  /** The token under which a session is requested; the attempt is only granted while it is the stored one. */
  tokenAttemptId?: string;
  /** Background attempt: interactive ones go first, also those of other processes. */
  isBackground?: boolean;
};

/** A stored token or session, decrypted. */
export type CachedCredential = {
  value: Secret;
  /** The attempt that fetched it; identifies this token. */
  attemptId: string;
  remainingMs: number;
  lifeMs: number;
  scope: string | null;
};

export type PermitAnswer =
  | { kind: "granted"; attemptId: string }
  | { kind: "fresh"; held: CachedCredential }
  /** Another attempt is in progress, or a pause is running: retry later. */
  | { kind: "wait"; reason: "in_flight" | "integration_busy" | "pause"; retryAfterMs: number }
  /** A proven pair must sign in first. `enderClientIds`: those of the request that can; undefined when it named none. */
  | { kind: "break_run"; enderClientIds: string[] | undefined }
  /** The token was replaced or is no longer trusted: retry with the token that is stored or fetched now. */
  | { kind: "token_stale" }
  /** Its merchant was archived, perhaps while a call was in progress. */
  | { kind: "archived" }
  /** No automatic attempts until a manual one. */
  | (Extract<PermitDecision, { kind: "stopped" }> & { lastError?: Message | null });

/** Outcome of an attempt (docs/lockout.md, rules 1 to 3). `not_sent`: not one byte was written. */
export type Outcome =
  | { kind: "ok"; value: Secret; lifeMs: number; scope: string | null }
  /** `doubtedToken`: the attempt that fetched the token in use, when the gateway may have forgotten that token. */
  /** `isWrongAddress`: the response is not one of a sign-in address. It counts like any refusal. */
  | { kind: "refused"; status: number; isWrongAddress?: true; doubtedToken?: string }
  | { kind: "unknown"; reason: Message }
  | { kind: "not_sent"; reason: Message };

/** State for a connection page. Counts are attempts used of 2; `untilMs` is the remaining lifetime of the stored credential. */
export type IdentityStatus = {
  pair: { used: number; limit: 2; state: "closed" | "open"; proven: boolean };
  /** `inFlight`: one of the used attempts is in progress and may still succeed. */
  integration: { used: number; limit: 2; inFlight: boolean };
  held: { untilMs: number; lifeMs: number; scope: string | null; fetchedAt: Date } | null;
  inFlight: boolean;
  lastSuccessAt: Date | null;
  /** In our words; never the gateway's message. */
  lastError: Message | null;
  /** Earliest next automatic attempt after an unknown outcome. */
  pausedUntil: Date | null;
  /** Why automatic attempts have stopped; null while they have not. */
  stop: IdentityStop | null;
};

/** A stop: the last outcome, when it happened, and what an administrator can do. */
export type IdentityStop = {
  /** Of this pair alone, or of all pairs of the integration. */
  scope: "pair" | "integration";
  /**
   * refused: the gateway refused. unknown: no response was received. calls: it refused calls with a session just issued.
   * restored: failures since the backup that was restored are assumed. address: an address answered that
   * is probably not the gateway's sign-in.
   */
  cause: "refused" | "unknown" | "calls" | "restored" | "address";
  at: Date;
  /**
   * own_try: one attempt is left. proven_try: a proven merchant may go next, once. reset: only after the gateway confirms a
   * reset.
   */
  release: "own_try" | "proven_try" | "reset";
};

/** Outcome of a manual attempt. */
export type GuardActionResult = {
  outcome: "signed_in" | "refused" | "unknown" | "not_sent" | "not_permitted";
  status: IdentityStatus;
};

export type StaleOutcome = "marked" | "replaced" | "too_soon" | "stopped";

export type PairRef = Pick<PermitRequest, "integrationClientId" | "pair" | "baseUrl">;

/**
 * Write-ahead record of sign-in attempts, shared by all processes (docs/lockout.md, rules 6 to 12). Each method may throw when
 * the database is unavailable: then no attempt may be made.
 */
export type PermitLedger = {
  /** Records a failed attempt for the pair and the integration in one transaction, or returns why not. */
  acquire(request: PermitRequest): Promise<PermitAnswer>;
  /**
   * Records the outcome, however late. An outcome that cannot be stored is cached and stored later; the integration gets no
   * permit before that. Idempotent.
   */
  report(ref: PairRef, attemptId: string, outcome: Outcome): Promise<void>;
  /** The stored token while it is valid, however short the remaining lifetime. */
  read(ref: PairRef): Promise<CachedCredential | undefined>;
  /**
   * After a business 401 with the token or session of this attempt (docs/lockout.md, rule 14). `marked`: it was the stored one
   * and is stale now; `replaced`: another is stored already; `too_soon`: a forced refresh happened within 60 s. `stopped`: it
   * was just issued by such a refresh, and `mayStop`: no automatic attempts from now on.
   */
  markStale(ref: PairRef, attemptId: string, options?: { mayStop?: boolean }): Promise<StaleOutcome>;
  status(ref: PairRef): Promise<IdentityStatus>;
  /** Clears the failed attempts of the pair; for a token pair those of the integration as well. Attempts in progress stay. */
  counterWasReset(ref: PairRef): Promise<void>;
  /** On shutdown: grants no more permits and waits briefly until attempts in progress are recorded. */
  close(): Promise<void>;
};
