import { randomUUID } from "node:crypto";
import pLimit from "p-limit";
import { type AppError, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { usualIntervalMs } from "#lib/db/ledger-sync/ledger-sync.ts";
import {
  claimSyncs,
  countSyncWork,
  endSync,
  renewSyncs,
  type SyncClaim,
  type SyncKind,
  type SyncOutcome,
} from "#lib/db/ledger-sync/sync-claims.ts";
import { isAnswering } from "#lib/gateway/probe-host.ts";
import { isOwnTrouble } from "#lib/ledger-sync/note-reading.ts";
import { SyncRunStoppedError } from "#lib/ledger-sync/run-given-up-error.ts";
import type { ServiceContext } from "../context.ts";
import { toProblem } from "../transactions/read-merchants.ts";
import { createCallBudget, createSyncPace, historyShare, type SyncPace } from "./call-budget.ts";
import { freeSlots, toTurns } from "./claim-turns.ts";
import { syncMerchant } from "./sync-merchant.ts";

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;

export type SyncLimits = {
  /** Maximum calls per second of one integration, of all processes together. */
  callsPerSecond: number;
  /** How many merchants of an environment a process reads at once. */
  concurrency: number;
  /** How long a process counts as alive after its last heartbeat. */
  lifeMs: number;
  /** Waits until the gateway at an address responds. */
  isReachable?: (baseUrl: string) => Promise<boolean>;
};

/** The background sync of one environment in this process: environments do not wait for each other's gateways. */
export type SyncLane = {
  /** Claims due merchants as far as there are free slots, and starts to read them. */
  runOnce(): Promise<void>;
  /** Renews its claims, and prioritises merchants for which an interactive caller waits. */
  renew(): Promise<void>;
  /** Ends all work at its next call and releases the claims. */
  stop(): Promise<void>;
};

type Working = { claim: SyncClaim; pace: SyncPace; ended: Promise<void> };

const busyIntervalMs = 10 * 60_000;
const busyRowsPerDay = 50;
const failedFirstMs = 30_000;
const failedMsMax = 3_600_000;
const postponedMs = 5_000;
const integrationStoppedMs = 5 * 60_000;
/** After a failure of our own nothing is claimed for this long. */
const restMs = 500;
const stopWithinMs = 3_000;
/** Assumed calls of a reading before any was measured: the session, the accounts, a page. */
const usualCalls = 3;
const countedForMs = 30_000;

export function createSyncLane(parts: Parts, environment: string, limits: SyncLimits, onEnd: () => void): SyncLane {
  const { db, clock, log } = parts;
  const { concurrency, lifeMs } = limits;
  const holder = randomUUID();
  const budget = createCallBudget({ db, environment, callsPerSecond: limits.callsPerSecond });
  const limit = pLimit(concurrency);
  const working = new Map<string, Working>();
  let isStopping = false;
  const probe = createProbe(() => isGatewayReachable(parts, environment, limits), onEnd);
  let away = 0;
  let restsUntilMs = 0;
  const intervals = createIntervals(parts, environment, budget);

  async function runOnce(): Promise<void> {
    if (!probe.hasEnded()) return probe.start();
    const isResting = isStopping || clock.monotonic() < restsUntilMs;
    const isAway = away >= concurrency;
    let left = isResting ? 0 : freeSlots({ isAway, concurrency, working: working.size });
    const claimedAll = new Set<SyncKind>();
    for (const { kind, most } of toTurns({ isAway, concurrency })) {
      const ofKind = [...working.values()].filter(({ claim }) => claim.kind === kind).length;
      const limitOfKind = Math.min(left, most - ofKind);
      if (limitOfKind <= 0 || claimedAll.has(kind)) continue;
      const claims = await claimSyncs(db, { environment, kind, holder, lifeMs, limit: limitOfKind });
      // A merchant whose expired claim is still being aborted here would also release this new claim.
      for (const claim of claims) if (!working.has(claim.merchantId)) begin(claim);
      if (claims.length < limitOfKind) claimedAll.add(kind);
      left -= claims.length;
      // Merchants claimed during the stop are released at their first pace check.
      if (isStopping) return;
    }
  }

  function begin(claim: SyncClaim): void {
    const pace = createSyncPace(budget, { isHistory: claim.kind === "history" });
    if (isStopping) pace.giveUp();
    const ended = limit(() => read(claim, pace))
      .catch((cause) => log.error({ cause, environment, merchant: claim.merchantId }, "A merchant's sync could not be noted."))
      .finally(() => {
        working.delete(claim.merchantId);
        onEnd();
      });
    working.set(claim.merchantId, { claim, pace, ended });
  }

  async function read(claim: SyncClaim, pace: SyncPace): Promise<void> {
    const { merchantId } = claim;
    const end = (outcome: SyncOutcome) => endSync(db, { merchantId, holder, ...outcome });
    try {
      pace.check();
      const { isWhole } = await syncMerchant(parts, { environment, claim, pace });
      away = 0;
      if (claim.kind === "history") return await end({ outcome: "piece", isWhole });
      intervals.noteCalls(pace.calls());
      await end({ outcome: "read", againInMs: await intervals.nextMs(claim) });
    } catch (cause) {
      const isOwn = isOwnTrouble(cause);
      // Any response ends the pause.
      if (!isOwn) away = meansAway(toAppError(cause)) ? away + 1 : 0;
      if (isOwn && !(cause instanceof SyncRunStoppedError)) restsUntilMs = clock.monotonic() + restMs;
      await end(outcomeOf(cause, claim));
    }
  }

  return {
    runOnce,
    renew: () => renewClaims(db, { holder, lifeMs, working }),
    stop() {
      isStopping = true;
      return releaseClaims(db, { holder, working });
    },
  };
}

/** Once per process; a gateway that stays unresponsive is then tried with its first merchant. */
function createProbe(reach: () => Promise<boolean>, onEnd: () => void) {
  let hasEnded = false;
  let isRunning = false;
  return {
    hasEnded: () => hasEnded,
    start(): void {
      if (isRunning) return;
      isRunning = true;
      void reach()
        .catch(() => false)
        .then(() => {
          hasEnded = true;
          onEnd();
        });
    },
  };
}

async function isGatewayReachable({ gateways }: Parts, environment: string, limits: SyncLimits): Promise<boolean> {
  const { isReachable = isAnswering } = limits;
  const { baseUrl } = await gateways.environment(environment as Environment);
  return isReachable(baseUrl);
}

type Claims = { holder: string; working: ReadonlyMap<string, Working> };

async function renewClaims(db: Parts["db"], { holder, lifeMs, working }: Claims & { lifeMs: number }): Promise<void> {
  const merchantIds = [...working.keys()];
  const renewed = new Map((await renewSyncs(db, { holder, lifeMs, merchantIds })).map((row) => [row.merchantId, row]));
  for (const merchantId of merchantIds) {
    const row = renewed.get(merchantId);
    if (!row) working.get(merchantId)?.pace.giveUp();
    else if (row.isWaitedFor) working.get(merchantId)?.pace.hurry();
  }
}

async function releaseClaims(db: Parts["db"], { holder, working }: Claims): Promise<void> {
  for (const { pace } of working.values()) pace.giveUp();
  await withTimeout(stopWithinMs, Promise.all([...working.values()].map(({ ended }) => ended)));
  // Does not wait for calls without a response yet.
  for (const merchantId of working.keys()) {
    // Without the database the claim expires by itself.
    await endSync(db, { merchantId, holder, outcome: "given_up" }).catch(() => {});
  }
}

/** How long until a merchant is read again, from the calls that a reading takes and the merchants that share the budget. */
function createIntervals({ db, clock }: Parts, environment: string, budget: ReturnType<typeof createCallBudget>) {
  let callsEach = usualCalls;
  let counted = { merchants: 0, withoutHistory: 0, atMs: Number.NEGATIVE_INFINITY };
  return {
    noteCalls(calls: number): void {
      if (calls > 0) callsEach += (calls - callsEach) / 50;
    },
    /** The round trip of the budget, where that is longer than usual; more while there is history to read as well. */
    async nextMs({ rowsPerDay }: SyncClaim): Promise<number> {
      if (clock.monotonic() - counted.atMs > countedForMs) {
        counted = { ...(await countSyncWork(db, environment)), atMs: clock.monotonic() };
      }
      const roundTripMs = ((counted.merchants * callsEach) / budget.rate()) * 1_000;
      const intervalMs = rowsPerDay >= busyRowsPerDay ? busyIntervalMs : usualIntervalMs;
      return Math.max(intervalMs, roundTripMs * (counted.withoutHistory > 0 ? 1 + historyShare : 1));
    },
  };
}

function meansAway({ code }: AppError): boolean {
  return code === "gateway_unavailable" || code === "gateway_timeout";
}

function outcomeOf(cause: unknown, { kind, failures, historyFailures }: SyncClaim): SyncOutcome {
  if (cause instanceof SyncRunStoppedError) return { outcome: "given_up" };
  const error = toAppError(cause);
  const isHistory = kind === "history";
  if (isOwnTrouble(cause)) {
    return { outcome: "postponed", isHistory, againInMs: Math.max(postponedMs, (error.retryAfterSeconds ?? 0) * 1_000) };
  }
  const againInMs = pauseAfter(error, isHistory ? historyFailures : failures);
  return { outcome: "failed", isHistory, againInMs, problem: toProblem(error) };
}

/** A refused merchant is rarely retried: the lockout guard sends nothing before a manual action. */
function pauseAfter(error: AppError, failures: number): number {
  if (error.code === "merchant_refused") return isIntegrationStopped(error) ? integrationStoppedMs : failedMsMax;
  return Math.min(failedFirstMs * 2 ** Math.min(failures, 20), failedMsMax);
}

function isIntegrationStopped({ cause }: AppError): boolean {
  return typeof cause === "object" && cause !== null && "scope" in cause && cause.scope === "integration";
}
