/**
 * The rules that keep a third failed sign-in in a row from ever being sent (docs/lockout.md), as pure functions over
 * the stored state. Times are ms of the database's clock; `seq` orders the events of one integration and is assigned
 * under its row's lock, so it does not depend on a clock.
 */
export const guardTimes = { leaseMs: 20_000, pauseMs: 60_000 } as const;
export const failedAttemptLimit = 2;

export type PairKind = "token" | "session";

/** One attempt that may have failed at the gateway and is not known to precede a success. */
export type FailedAttempt = {
  attempt: string;
  pair: string;
  kind: PairKind;
  sentSeq: number;
  sentAtMs: number;
  leaseUntilMs: number;
  outcome: "in_flight" | "refused" | "unknown";
  /** A 401 under an older token, which the gateway may have forgotten: these credentials may be valid. */
  isTokenDoubted?: boolean;
  /** Nobody knows whether it happened: the database was restored, and the guard takes the worst (docs/lockout.md, rule 18). */
  isAssumed?: boolean;
  resultSeq: number | null;
  /** From this time on the gateway has certainly processed an attempt whose response was never received. */
  decidedAtMs: number;
};

export type GuardIntegration = { seq: number; failedAttempts: readonly FailedAttempt[] };

export type GuardPair = {
  id: string;
  kind: PairKind;
  failedAttempts: readonly FailedAttempt[];
  /** open: no automatic attempts. */
  state: "closed" | "open";
  /** Mark of the secret that worked last. */
  provenMark: string | null;
  inflightUntilMs: number | null;
  attempt: string | null;
  cachedSeq: number | null;
  cachedUntilMs: number | null;
  cachedLifeMs: number | null;
  /** The gateway and integration the stored token belongs to. */
  cachedBound: string | null;
};

export type PermitMode = "automatic" | "manual" | "release" | "break_run";

export type PermitAsk = {
  mode: PermitMode;
  /** Mark of the secret that would be sent. */
  mark: string;
  bound: string;
  /**
   * Whether this process could sign in with another proven pair of the integration that has no failed attempts;
   * undefined while that is not checked.
   */
  isEnderReady: boolean | undefined;
  nowMs: number;
};

export type PermitDecision =
  | { kind: "granted" }
  | { kind: "fresh" }
  | { kind: "wait"; reason: "in_flight" | "integration_busy" | "pause"; retryAfterMs: number }
  | { kind: "break_run" }
  /** `calls`: two business calls in a row were answered 401, the second with a session just issued. */
  | { kind: "stopped"; scope: "pair" | "integration"; used: number; reason: "refused" | "unknown" | "calls" };

export const emptyPair = (id: string, kind: PairKind): GuardPair => ({
  id,
  kind,
  failedAttempts: [],
  state: "closed",
  provenMark: null,
  inflightUntilMs: null,
  attempt: null,
  cachedSeq: null,
  cachedUntilMs: null,
  cachedLifeMs: null,
  cachedBound: null,
});

/** Renewal starts when less than this remains (docs/lockout.md, rule 15). */
export function renewalMarginMs(lifeMs: number): number {
  return Math.min(60_000, Math.floor(lifeMs / 5));
}

/** The lifetime from `expires_in` in seconds: 30 s to 24 h; anything else means 30 s (docs/lockout.md, rule 15). */
export function lifeMsOf(expiresIn: unknown): number {
  const sane =
    typeof expiresIn === "number" && Number.isFinite(expiresIn) && expiresIn > 0 && expiresIn <= Number.MAX_SAFE_INTEGER;
  const seconds = sane ? Math.min(Math.max(Math.floor(expiresIn), 30), 86_400) : 30;
  return seconds * 1000;
}

export function isFresh(pair: GuardPair, ask: Pick<PermitAsk, "bound" | "nowMs">): boolean {
  if (pair.cachedUntilMs === null || pair.cachedBound !== ask.bound) return false;
  return pair.cachedUntilMs >= ask.nowMs + renewalMarginMs(pair.cachedLifeMs ?? 0);
}

export function isInFlight(failedAttempt: FailedAttempt, nowMs: number): boolean {
  return failedAttempt.outcome === "in_flight" && failedAttempt.leaseUntilMs > nowMs;
}

/** Whether a success sent now would clear this failed attempt. */
function isRemovable(failedAttempt: FailedAttempt, kind: PairKind, nowMs: number): boolean {
  return failedAttempt.kind === kind && (failedAttempt.outcome === "refused" || failedAttempt.decidedAtMs <= nowMs);
}

/** Whether an attempt may be sent. lib/db/lockout/permits.ts calls this on locked rows; the rules are not repeated in SQL. */
export function decidePermit(integration: GuardIntegration, pair: GuardPair, ask: PermitAsk): PermitDecision {
  if (ask.mode === "automatic" && isFresh(pair, ask)) return { kind: "fresh" };
  if (pair.inflightUntilMs !== null && pair.inflightUntilMs > ask.nowMs) {
    return { kind: "wait", reason: "in_flight", retryAfterMs: pair.inflightUntilMs - ask.nowMs };
  }
  const isReleased = ask.mode === "release" && isReleasable(integration, pair, pair.provenMark === ask.mark);
  return decideForPair(pair, ask, isReleased) ?? decideForIntegration(integration, pair, { ...ask, isReleased });
}

function decideForPair(pair: GuardPair, ask: PermitAsk, isReleased: boolean): PermitDecision | undefined {
  const used = pair.failedAttempts.length;
  const [failedAttempt] = pair.failedAttempts;
  const stopped: PermitDecision = { kind: "stopped", scope: "pair", used, reason: reasonOf(pair) };
  const isProven = pair.provenMark === ask.mark;
  if (used >= failedAttemptLimit && !isReleased) return stopped;
  if (ask.mode === "manual" || ask.mode === "release") return undefined;
  if (pair.state === "open") return stopped;
  if (failedAttempt === undefined) return undefined;
  if (ask.mode === "break_run" || !isProven) return stopped;
  if (failedAttempt.decidedAtMs > ask.nowMs)
    return { kind: "wait", reason: "pause", retryAfterMs: failedAttempt.decidedAtMs - ask.nowMs };
  return undefined;
}

function reasonOf({ failedAttempts }: GuardPair): "refused" | "unknown" | "calls" {
  if (failedAttempts.length === 0) return "calls";
  return failedAttempts.some(({ outcome }) => outcome === "refused") ? "refused" : "unknown";
}

type ReleaseAsk = PermitAsk & { isReleased: boolean };

function decideForIntegration(integration: GuardIntegration, pair: GuardPair, ask: ReleaseAsk): PermitDecision {
  const { failedAttempts } = integration;
  const isProven = pair.provenMark === ask.mark;
  const inFlight = failedAttempts.find((failedAttempt) => isInFlight(failedAttempt, ask.nowMs));
  const busy: PermitDecision = {
    kind: "wait",
    reason: "integration_busy",
    retryAfterMs: (inFlight?.leaseUntilMs ?? ask.nowMs) - ask.nowMs,
  };
  if (failedAttempts.length >= failedAttemptLimit) {
    if (inFlight) return busy;
    if (ask.isReleased) return { kind: "granted" };
    const reason = failedAttempts.some((failedAttempt) => failedAttempt.outcome === "refused") ? "refused" : "unknown";
    return { kind: "stopped", scope: "integration", used: failedAttempts.length, reason };
  }
  // One at a time: after the gateway forgets a token, all sessions in flight would be refused (docs/lockout.md, rule 13).
  if (pair.kind === "session" && inFlight?.kind === "session") return busy;
  if (ask.mode === "break_run") {
    const canBreak = isProven && failedAttempts.some((failedAttempt) => isRemovable(failedAttempt, pair.kind, ask.nowMs));
    return canBreak ? { kind: "granted" } : { kind: "fresh" };
  }
  const [failedAttempt] = failedAttempts;
  const isRefused = pair.failedAttempts.some(({ outcome }) => outcome === "refused");
  const isUntroubled = isProven && pair.state === "closed" && !isRefused;
  if (failedAttempt === undefined || pair.kind === "token" || isUntroubled) return { kind: "granted" };
  if (inFlight) return busy;
  if (failedAttempt.kind !== pair.kind || ask.isEnderReady === false) return { kind: "granted" };
  if (isRemovable(failedAttempt, pair.kind, ask.nowMs)) return { kind: "break_run" };
  return { kind: "wait", reason: "pause", retryAfterMs: failedAttempt.decidedAtMs - ask.nowMs };
}

/** Only failures assumed after a restore, or none. */
export function isAssumedOnly({ failedAttempts }: { failedAttempts: readonly FailedAttempt[] }): boolean {
  return failedAttempts.every(({ isAssumed = false }) => isAssumed);
}

type Failures = { failedAttempts: readonly FailedAttempt[] };

/**
 * Whether an administrator may send one attempt with this pair although two may have failed in a row: of the integration, or
 * of the pair before a restore (docs/lockout.md, rules 12 and 18). The latter is no third failure of the integration.
 */
export function isReleasable(integration: Failures, pair: Failures, isProven: boolean): boolean {
  if (!isProven || !isAssumedOnly(pair)) return false;
  const most = pair.failedAttempts.length > 0 ? failedAttemptLimit - 1 : failedAttemptLimit;
  return integration.failedAttempts.length <= most || isAssumedOnly(integration);
}

/** Used attempts as they are shown; those assumed for tokens and sessions are the same two. */
export function countUsed({ failedAttempts }: Failures): number {
  const assumed = failedAttempts.filter(({ isAssumed = false }) => isAssumed).length;
  return failedAttempts.length - assumed + Math.min(assumed, failedAttemptLimit);
}

/** Whether this pair could end a run of failures: its secret has worked and it has no failed attempts. */
export function canEndRun(pair: GuardPair, mark: string): boolean {
  return pair.kind === "session" && pair.state === "closed" && pair.failedAttempts.length === 0 && pair.provenMark === mark;
}
