import type { Environment } from "#lib/core/identifiers.ts";
import type { PermitDecision, PermitMode } from "#lib/core/lockout-guard.ts";
import type { Secret } from "#lib/core/secret.ts";

export type PairKind = "token" | "session";

/** A client id and its secret. The guard knows it by (environment, client id), under however many slugs it stands. */
export type Pair = { environment: Environment; kind: PairKind; clientId: string; clientSecret: Secret };

export type ManualMode = Extract<PermitMode, "manual" | "release">;

export type PermitRequest = {
  /** Client id of the integration whose charge is shared by all its pairs. */
  integrationClientId: string;
  pair: Pair;
  /** The gateway a token belongs to: one from elsewhere is not fresh here. */
  baseUrl: string;
  /**
   * automatic: a program's attempt. manual: a person's one try (docs/lockout.md, rules 11 and 12). release: one that may also be the
   * exception to "never a third", which that person has read and the audit names (docs/lockout.md, rule 9).
   * break_run: an early renewal that is only permitted while it can end a run of refusals (docs/lockout.md, rule 9).
   */
  mode: PermitMode;
  /**
   * Client ids this process could end a run of refusals with. While one of them can, an unproven pair waits. Undefined:
   * not looked up yet.
   */
  enderClientIds: readonly string[] | undefined;
  /** The token a session would be asked for under; the attempt is only granted while it is the stored one. */
  tokenAttemptId?: string;
  /** Nobody waits for it: it goes after people's, also those of other processes. */
  isBackground?: boolean;
};

/** A stored token or session, opened. */
export type CachedCredential = {
  value: Secret;
  /** The attempt that fetched it; names this very token. */
  attemptId: string;
  remainingMs: number;
  lifeMs: number;
  scope: string | null;
};

export type PermitAnswer =
  | { kind: "granted"; attemptId: string }
  | { kind: "fresh"; held: CachedCredential }
  /** Somebody else's attempt is under way, or a pause is running: ask again. */
  | { kind: "wait"; reason: "in_flight" | "integration_busy" | "pause"; retryAfterMs: number }
  /** A proven pair must sign in first. `enderClientIds`: those of the request that can; undefined when it named none. */
  | { kind: "break_run"; enderClientIds: string[] | undefined }
  /** The token named was replaced, or is not trusted any more: ask again with the one that is stored or fetched now. */
  | { kind: "token_stale" }
  /** Nothing more by itself. */
  | Extract<PermitDecision, { kind: "stopped" }>;

/** What was heard of an attempt (docs/lockout.md, rules 1 to 3). `not_sent`: not one byte was written. */
export type Outcome =
  | { kind: "ok"; value: Secret; lifeMs: number; scope: string | null }
  /** `doubtedToken`: the attempt that fetched the token it was sent under, when the gateway may have forgotten that. */
  | { kind: "refused"; status: number; doubtedToken?: string }
  | { kind: "unknown"; reason: string }
  | { kind: "not_sent"; reason: string };

/** For a connection page. Counts are attempts used of 2; `untilMs` is the life left of what is stored. */
export type IdentityStatus = {
  pair: { used: number; limit: 2; state: "closed" | "open"; proven: boolean };
  /** `inFlight`: one of those used is under way and may yet succeed. */
  integration: { used: number; limit: 2; inFlight: boolean };
  held: { untilMs: number; lifeMs: number; scope: string | null; fetchedAt: Date } | null;
  inFlight: boolean;
  lastSuccessAt: Date | null;
  /** In our words; never the gateway's. */
  lastError: string | null;
  /** Earliest next automatic try after an unknown outcome. */
  pausedUntil: Date | null;
  /** Why nothing is tried by itself any more; null while something is. */
  stop: IdentityStop | null;
};

/** A stop in one place: what was heard last, when, and what an administrator can do about it. */
export type IdentityStop = {
  /** Of this pair alone, or of all pairs over the integration. */
  scope: "pair" | "integration";
  /** refused: the gateway refused. unknown: no answer was received. calls: it refused calls with a session just issued. */
  cause: "refused" | "unknown" | "calls";
  at: Date;
  /** own_try: one try is left. proven_try: a merchant that has worked may go next, once. reset: only the gateway's word. */
  release: "own_try" | "proven_try" | "reset";
};

/** How a person's act ended. */
export type GuardActionResult = {
  outcome: "signed_in" | "refused" | "unknown" | "not_sent" | "not_permitted";
  status: IdentityStatus;
};

export type StaleOutcome = "marked" | "replaced" | "too_soon" | "stopped";

type PairRef = Pick<PermitRequest, "integrationClientId" | "pair" | "baseUrl">;

/**
 * The write-ahead book of sign-in attempts, shared by all processes (docs/lockout.md, rules 6 to 12). Each method may
 * throw when the book is away: then no attempt may be made.
 */
export type PermitLedger = {
  /** Charges the pair and the integration in one transaction, or says why not. */
  acquire(request: PermitRequest): Promise<PermitAnswer>;
  /**
   * Writes down what was heard, however late. What cannot be written now is kept and written later; no permit of the
   * integration is given before. May be repeated.
   */
  report(ref: PairRef, attemptId: string, outcome: Outcome): Promise<void>;
  /** The stored token when it still lives, however little. */
  read(ref: PairRef): Promise<CachedCredential | undefined>;
  /**
   * After a business 401 with the token or session of this attempt (docs/lockout.md, rule 14). `marked`: it was the stored one
   * and is stale now; `replaced`: another is stored already; `too_soon`: a forced refresh happened within 60 s. `stopped`:
   * it was just issued by such a refresh, and `mayStop`: nothing automatic from now on.
   */
  markStale(ref: PairRef, attemptId: string, options?: { mayStop?: boolean }): Promise<StaleOutcome>;
  status(ref: PairRef): Promise<IdentityStatus>;
  /** Takes off what the pair is charged; for a token pair the integration's charge as well. Attempts in flight stay. */
  counterWasReset(ref: PairRef): Promise<void>;
  /** At the stop: no permit from now on; waits a little until what is under way was heard and written. */
  close(): Promise<void>;
};

export type { PairRef };
