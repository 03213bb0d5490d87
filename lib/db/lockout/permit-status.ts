import {
  countUsed,
  emptyPair,
  type FailedAttempt,
  failedAttemptLimit,
  type GuardIntegration,
  type GuardPair,
  isAssumedOnly,
  isInFlight,
  isReleasable,
} from "#lib/core/lockout-guard.ts";
import type { IdentityStatus, IdentityStop } from "#lib/gateway/permit.ts";
import { isAddressError } from "#lib/gateway/sign-in-errors.ts";
import type { IntegrationRow, PairRow } from "./permit-rows.ts";

/** Converts rows to the form that the rules use. */
export function guardedOf({ integration, pair }: { integration?: IntegrationRow; pair: PairRow }): {
  integration: GuardIntegration;
  pair: GuardPair;
} {
  return {
    integration: { seq: integration?.seq ?? 0, failedAttempts: integration?.failedAttempts ?? [] },
    pair: {
      ...emptyPair(pair.id, pair.kind),
      failedAttempts: pair.failedAttempts,
      state: pair.state,
      provenMark: pair.provenMark,
      inflightUntilMs: pair.inflightUntil?.getTime() ?? null,
      attempt: pair.attempt,
      cachedSeq: pair.cachedSeq,
      cachedUntilMs: pair.cachedUntil?.getTime() ?? null,
      cachedLifeMs: pair.cachedLifeMs,
      cachedBound: pair.cachedBound,
    },
  };
}

/** The columns a status needs; of the stored credential only whether it exists. */
export type PairFacts = Pick<
  PairRow,
  "failedAttempts" | "state" | "provenMark" | "inflightUntil" | "cachedUntil" | "cachedLifeMs" | "cachedScope" | "cachedAt"
> &
  Pick<PairRow, "lastSuccessAt" | "lastErrorAt" | "lastError"> & { held: unknown };

type Guard = { integration: { failedAttempts: readonly FailedAttempt[] }; pair: PairFacts; nowMs: number };

/** The status of a pair and its integration for a connection page. `mark` identifies the current secret. */
export function readIdentityStatus({ integration, pair, nowMs }: Guard, mark: string | null): IdentityStatus {
  const used = pair.failedAttempts.length;
  const inFlight = pair.inflightUntil !== null && pair.inflightUntil.getTime() > nowMs;
  const [failedAttempt] = pair.failedAttempts;
  const isPaused =
    pair.state === "closed" &&
    failedAttempt !== undefined &&
    failedAttempt.outcome !== "in_flight" &&
    failedAttempt.decidedAtMs > nowMs;
  return {
    pair: { used, limit: failedAttemptLimit, state: pair.state, proven: pair.provenMark !== null && pair.provenMark === mark },
    integration: {
      used: countUsed(integration),
      limit: failedAttemptLimit,
      inFlight: integration.failedAttempts.some((failedAttempt) => isInFlight(failedAttempt, nowMs)),
    },
    held: toCacheStatus(pair, nowMs),
    inFlight,
    lastSuccessAt: pair.lastSuccessAt,
    lastError: pair.lastError,
    pausedUntil: isPaused ? new Date(failedAttempt.decidedAtMs) : null,
    stop: findStop({ integration, pair, nowMs }, mark),
  };
}

/** A pair's own stop comes before the integration's: releasing only the integration would not help the pair. */
function findStop({ integration: { failedAttempts }, pair, nowMs }: Guard, mark: string | null): IdentityStop | null {
  const used = pair.failedAttempts.length;
  const isPairStopped = pair.state === "open" || used >= failedAttemptLimit;
  const isFlying = failedAttempts.some((failedAttempt) => isInFlight(failedAttempt, nowMs));
  const isIntegrationStopped = failedAttempts.length >= failedAttemptLimit && !isFlying;
  if (!isPairStopped && !isIntegrationStopped) return null;
  const isProven = pair.provenMark !== null && pair.provenMark === mark;
  const isException = (used > 0 || isIntegrationStopped) && isReleasable({ failedAttempts }, pair, isProven);
  const otherwise = isPairStopped && used < failedAttemptLimit ? "own_try" : "reset";
  const stopped = isPairStopped ? pair.failedAttempts : failedAttempts;
  return {
    scope: isPairStopped ? "pair" : "integration",
    cause: isPairStopped ? pairCauseOf(pair) : causeOf(failedAttempts),
    at: lastResultAt(stopped) ?? (isPairStopped ? pair.lastErrorAt : null) ?? new Date(nowMs),
    release: isException ? "proven_try" : otherwise,
  };
}

/** The pair's last error belongs to the last of its failed attempts. */
function pairCauseOf({ failedAttempts, lastError }: PairFacts): IdentityStop["cause"] {
  const cause = causeOf(failedAttempts);
  const isAnswered = cause === "refused" || cause === "unknown";
  return isAnswered && lastError && isAddressError(lastError) ? "address" : cause;
}

function causeOf(failedAttempts: readonly FailedAttempt[]): IdentityStop["cause"] {
  if (failedAttempts.length === 0) return "calls";
  if (isAssumedOnly({ failedAttempts })) return "restored";
  return failedAttempts.some(({ outcome }) => outcome === "refused") ? "refused" : "unknown";
}

/**
 * By the database's clock, which the sequence numbers of results never lag behind. Without a result, when the attempt's
 * lease ended.
 */
function lastResultAt(failedAttempts: readonly FailedAttempt[]): Date | undefined {
  if (failedAttempts.length === 0) return undefined;
  return new Date(Math.max(...failedAttempts.map(({ resultSeq, leaseUntilMs }) => resultSeq ?? leaseUntilMs)));
}

function toCacheStatus(pair: PairFacts, nowMs: number): IdentityStatus["held"] {
  if (!pair.cachedUntil || !pair.cachedAt || !pair.held) return null;
  return {
    untilMs: pair.cachedUntil.getTime() - nowMs,
    lifeMs: pair.cachedLifeMs ?? 0,
    scope: pair.cachedScope,
    fetchedAt: pair.cachedAt,
  };
}
