import {
  type FailedAttempt,
  failedAttemptLimit,
  type GuardIntegration,
  type GuardPair,
  guardTimes,
  isInFlight,
  type PairKind,
} from "./lockout-guard.ts";

export function nextSeq(integration: GuardIntegration, nowMs: number): number {
  return Math.max(integration.seq + 1, nowMs);
}

type Guarded = { integration: GuardIntegration; pair: GuardPair };

/** Records an attempt before it is sent. Call it only when decidePermit granted it on the same state. */
export function recordAttempt({ integration, pair }: Guarded, attempt: string, nowMs: number): Guarded {
  const seq = nextSeq(integration, nowMs);
  const leaseUntilMs = nowMs + guardTimes.leaseMs;
  const failedAttempt: FailedAttempt = {
    attempt,
    pair: pair.id,
    kind: pair.kind,
    sentSeq: seq,
    sentAtMs: nowMs,
    leaseUntilMs,
    outcome: "in_flight",
    resultSeq: null,
    decidedAtMs: leaseUntilMs + guardTimes.pauseMs,
  };
  return {
    integration: { seq, failedAttempts: [...integration.failedAttempts, failedAttempt] },
    pair: { ...pair, failedAttempts: [...pair.failedAttempts, failedAttempt], inflightUntilMs: leaseUntilMs, attempt },
  };
}

export type AttemptResult =
  | { kind: "ok"; lifeMs: number; mark: string; bound: string }
  | { kind: "refused"; isTokenDoubted?: boolean }
  | { kind: "unknown" | "not_sent" };

/**
 * Records the result of an attempt; idempotent. `stored`: the token belongs in the pair's row, since the one there is
 * not newer.
 */
export function recordResult(
  { integration, pair }: Guarded,
  attempt: string,
  result: AttemptResult,
  nowMs: number,
): Guarded & { known: boolean; stored: boolean } {
  const own = [...pair.failedAttempts, ...integration.failedAttempts].find((failedAttempt) => failedAttempt.attempt === attempt);
  if (!own) return { integration, pair, known: false, stored: false };
  const seq = nextSeq(integration, nowMs);
  const change = (failedAttempts: readonly FailedAttempt[]) => updateFailedAttempts(failedAttempts, own, result, { seq, nowMs });
  const stored =
    result.kind === "ok" && (pair.cachedBound !== result.bound || pair.cachedSeq === null || pair.cachedSeq < own.sentSeq);
  const flightEnded = pair.attempt === attempt;
  const next: GuardPair = {
    ...pair,
    failedAttempts: change(pair.failedAttempts),
    provenMark: result.kind === "ok" ? result.mark : pair.provenMark,
    inflightUntilMs: flightEnded ? null : pair.inflightUntilMs,
    attempt: flightEnded ? null : pair.attempt,
    ...(stored && result.kind === "ok"
      ? {
          cachedSeq: own.sentSeq,
          cachedUntilMs: own.sentAtMs + result.lifeMs,
          cachedLifeMs: result.lifeMs,
          cachedBound: result.bound,
        }
      : {}),
  };
  return {
    integration: { seq, failedAttempts: change(integration.failedAttempts) },
    pair: { ...next, state: stateOf(next) },
    known: true,
    stored,
  };
}

function updateFailedAttempts(
  failedAttempts: readonly FailedAttempt[],
  own: FailedAttempt,
  result: AttemptResult,
  { seq, nowMs }: { seq: number; nowMs: number },
): readonly FailedAttempt[] {
  if (result.kind === "not_sent") return failedAttempts.filter((failedAttempt) => failedAttempt.attempt !== own.attempt);
  if (result.kind === "ok")
    return failedAttempts.filter((failedAttempt) => failedAttempt.attempt !== own.attempt && !isBefore(failedAttempt, own));
  if (own.outcome !== "in_flight") return failedAttempts;
  const isTokenDoubted = result.kind === "refused" && result.isTokenDoubted ? { isTokenDoubted: true } : {};
  const decidedAtMs = result.kind === "unknown" ? nowMs + guardTimes.pauseMs : nowMs;
  const next: FailedAttempt = { ...own, outcome: result.kind, ...isTokenDoubted, resultSeq: seq, decidedAtMs };
  if (failedAttempts.some(({ attempt }) => attempt === own.attempt)) {
    return failedAttempts.map((failedAttempt) => (failedAttempt.attempt === own.attempt ? next : failedAttempt));
  }
  // A success removed it as long decided, which can happen to a recent attempt when the clock was set forward: count it.
  return result.kind === "refused" ? [...failedAttempts, next] : failedAttempts;
}

/** A success proves only attempts of its own kind that had certainly ended at the gateway before it was sent. */
function isBefore(failedAttempt: FailedAttempt, success: FailedAttempt): boolean {
  if (failedAttempt.kind !== success.kind) return false;
  if (failedAttempt.outcome === "refused") return failedAttempt.resultSeq !== null && failedAttempt.resultSeq < success.sentSeq;
  return failedAttempt.decidedAtMs <= success.sentAtMs;
}

/**
 * open after a refusal, after an unknown outcome of an unproven pair, and at the limit. A refusal under a token that
 * may have been forgotten leaves a proven pair one more attempt, under a new token (docs/lockout.md, rule 13).
 */
function stateOf(pair: GuardPair): GuardPair["state"] {
  const isProven = pair.provenMark !== null;
  const isStopped = pair.failedAttempts.some(({ outcome, isTokenDoubted = false }) =>
    outcome === "refused" ? !(isProven && isTokenDoubted) : outcome === "unknown" && !isProven,
  );
  const resultCount = pair.failedAttempts.filter((failedAttempt) => failedAttempt.outcome !== "in_flight").length;
  return isStopped || resultCount >= failedAttemptLimit ? "open" : "closed";
}

/**
 * Two failures that may have happened since a backup, of every kind of attempt: after a restore without a journal. Automatic
 * attempts stop, and a success of a kind takes off those of its kind.
 */
export function assumeFailures({ pair, kind }: { pair: string; kind: PairKind }, { seq, nowMs }: { seq: number; nowMs: number }) {
  return Array.from(
    { length: failedAttemptLimit },
    (_, index): FailedAttempt => ({
      attempt: `assumed-${kind}-${index + 1}`,
      pair,
      kind,
      sentSeq: seq,
      sentAtMs: nowMs,
      leaseUntilMs: nowMs,
      outcome: "unknown",
      isAssumed: true,
      resultSeq: seq,
      decidedAtMs: nowMs,
    }),
  );
}

/** After staff confirm that the gateway's counter was reset: forgets decided and expired attempts, but not those in flight. */
export function resetCounter({ integration, pair }: Guarded, nowMs: number): Guarded {
  const rest = pair.failedAttempts.filter((failedAttempt) => isInFlight(failedAttempt, nowMs));
  const isMine = (failedAttempt: FailedAttempt) => pair.kind === "token" || failedAttempt.pair === pair.id;
  return {
    integration: {
      seq: nextSeq(integration, nowMs),
      failedAttempts: integration.failedAttempts.filter(
        (failedAttempt) => isInFlight(failedAttempt, nowMs) || !isMine(failedAttempt),
      ),
    },
    pair: { ...pair, failedAttempts: rest, state: stateOf({ ...pair, failedAttempts: rest }) },
  };
}
