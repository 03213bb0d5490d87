import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { AppError, messageOf } from "#lib/core/errors.ts";
import { recordAttempt, resetCounter } from "#lib/core/lockout-attempts.ts";
import { canEndRun, decidePermit, type PermitDecision } from "#lib/core/lockout-guard.ts";
import { Secret } from "#lib/core/secret.ts";
import { coreText } from "#lib/core/texts.ts";
import type {
  CachedCredential,
  Outcome,
  PairRef,
  PermitAnswer,
  PermitLedger,
  PermitRequest,
  StaleOutcome,
} from "#lib/gateway/permit.ts";
import { stoppedError } from "#lib/gateway/sign-in-errors.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { CommitUnknownError, withProvenCommit } from "../connection/client-transaction.ts";
import type { Database, Queryable, Transaction } from "../connection/open-store.ts";
import { isPairArchived } from "../merchants/archived-merchants.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { type GuardChange, type GuardJournal, toGuardChange } from "./guard-journal.ts";
import { createPermitReports, type PermitReports } from "./permit-reports.ts";
import { lockGuard, toPairId } from "./permit-rows.ts";
import { guardedOf, readIdentityStatus } from "./permit-status.ts";
import { isTokenStored } from "./permit-token.ts";
import { boundOf, type Guard, markOf, recordOutcome, saveFailedAttempts } from "./record-outcome.ts";

const staleAgainMs = 60_000;
/** An older session may be refused only because the gateway restarted and forgot it. */
const justIssuedMs = 10_000;

/**
 * The permit ledger in PostgreSQL (docs/lockout.md, rules 6 and 7). An attempt is decided and recorded in one
 * transaction that locks the rows of the integration and the pair, and is committed before a byte is sent. It uses the
 * functions of lib/core/lockout-guard.ts that the model test searches; the rules are not repeated in SQL. Time is the
 * database's.
 */
export function createPermitLedger({ db, vault, journal, onKept, closeWithinMs }: Parts & Settings): PermitLedger {
  const reports = createPermitReports({
    save: async (outcomeReport) => {
      const change = await db.transaction((tx) => recordOutcome(tx, vault, outcomeReport));
      await journal?.recordOutcome(change);
    },
    onKept,
    closeWithinMs,
  });
  return {
    acquire: (request) => acquireWhenNotFull({ db, vault, journal, reports }, request),
    report: (ref, attemptId, outcome) => reports.write({ ref, attemptId, outcome }),
    read: (ref) => db.transaction(async (tx) => openCached(vault, ref, await lockGuard(tx, vault, ref))),
    markStale: async (ref, attemptId, { mayStop = false } = {}) => {
      const { outcome, change } = await db.transaction((tx) => markStale(tx, vault, ref, { attemptId, mayStop }));
      if (change) await journal?.recordOutcome(change);
      return outcome;
    },
    status: (ref) => db.transaction(async (tx) => readIdentityStatus(await lockGuard(tx, vault, ref), markOf(vault, ref))),
    counterWasReset: async (ref) => {
      const change = await db.transaction(async (tx) => {
        const guard = await lockGuard(tx, vault, ref);
        const next = resetCounter(guardedOf(guard), guard.nowMs);
        await saveFailedAttempts(tx, guard, next);
        return toGuardChange(guard, next);
      });
      await journal?.recordOutcome(change);
    },
    close: () => reports.close(),
  };
}

type Parts = { db: Database; vault: Vault; journal?: GuardJournal | undefined };
type Settings = Omit<Parameters<typeof createPermitReports>[0], "save">;

/** Above this, requests could not get a connection before an attempt must be over. */
const waitingPerConnectionMax = 10;

/** Starts no attempt whose outcome could not be saved. */
async function acquireWhenNotFull(parts: Parts & { reports: PermitReports }, request: PermitRequest): Promise<PermitAnswer> {
  const { db, reports } = parts;
  const { waitingCount, options } = db.$client;
  const hasRoom = waitingCount <= waitingPerConnectionMax * (options.max ?? 1);
  if (reports.isClosing()) throw new AppError("shutting_down");
  if (!hasRoom || !(await reports.areWritten(request))) throw new AppError("store_unavailable", { retryAfterSeconds: 2 });
  if (reports.isClosing()) throw new AppError("shutting_down");
  return acquireRecorded(parts, request, randomUUID());
}

/** Releases a recorded attempt that will not be sent. */
async function acquireRecorded(
  { db, vault, journal, reports }: Parts & { reports: PermitReports },
  request: PermitRequest,
  attemptId: string,
): Promise<PermitAnswer> {
  let permit: PermitAnswer | undefined;
  reports.expect(attemptId);
  try {
    const answer = await withProvenCommit(
      db,
      async (tx) => {
        permit = await acquire(tx, { vault, journal }, { request, attemptId });
        return permit;
      },
      (fresh, answer) => isRecorded(fresh, toPairId(vault, request.pair), answer),
    );
    if (answer.kind !== "granted") reports.expectNoMore(attemptId);
    return answer;
  } catch (cause) {
    const outcome: Outcome = { kind: "not_sent", reason: coreText("database_silent") };
    if (permit?.kind === "granted" && cause instanceof CommitUnknownError)
      void reports.write({ ref: request, attemptId, outcome });
    else reports.expectNoMore(attemptId);
    throw cause;
  }
}

async function acquire(
  tx: Transaction,
  { vault, journal }: Omit<Parts, "db">,
  { request, attemptId }: { request: PermitRequest; attemptId: string },
): Promise<PermitAnswer> {
  const guard = await lockGuard(tx, vault, request);
  if (await isPairArchived(tx, guard.pair.id)) return { kind: "archived" };
  const runEnders = await findReadyEnders(tx, vault, request);
  const verdict = decidePermit(guardedOf(guard).integration, guardedOf(guard).pair, {
    mode: request.mode,
    mark: markOf(vault, request),
    bound: boundOf(vault, request),
    isEnderReady: runEnders && runEnders.length > 0,
    nowMs: guard.nowMs,
  });
  if (verdict.kind === "break_run") return { kind: "break_run", enderClientIds: runEnders };
  if (verdict.kind === "fresh") {
    const held = openCached(vault, request, guard);
    return held ? { kind: "fresh", held } : { kind: "wait", reason: "integration_busy", retryAfterMs: 50 };
  }
  if (await mustYieldToUser(tx, request, { guard, verdict }))
    return { kind: "wait", reason: "integration_busy", retryAfterMs: 50 };
  if (verdict.kind === "stopped") {
    await showStop(tx, request, { guard, verdict });
    return { ...verdict, lastError: guard.pair.lastError };
  }
  if (verdict.kind !== "granted") return verdict;
  if (!(await isTokenStored(tx, vault, request, guard))) return { kind: "token_stale" };
  const recorded = recordAttempt(guardedOf(guard), attemptId, guard.nowMs);
  await saveFailedAttempts(tx, guard, recorded);
  // Before the commit: a journal that holds an attempt too many is safe.
  await journal?.recordAttempt(toGuardChange(guard, recorded));
  return { kind: "granted", attemptId };
}

/**
 * Opens a pair that is stopped from now on, so that its status shows it: an attempt without a result, or failures of an
 * earlier secret, left it closed.
 */
async function showStop(
  tx: Transaction,
  request: PermitRequest,
  { guard: { pair }, verdict }: { guard: Guard; verdict: Extract<PermitDecision, { kind: "stopped" }> },
): Promise<void> {
  if (request.mode !== "automatic" || verdict.scope !== "pair" || pair.state === "open") return;
  const lastError = messageOf(stoppedError({ ...verdict, lastError: pair.lastError }, request.pair));
  await tx.update(identityPair).set({ state: "open", lastErrorAt: sql`now()`, lastError }).where(eq(identityPair.id, pair.id));
}

/** How long an interactive request counts as waiting; it retries more often than that. */
const userWaitMs = 1_000;

/** An interactive request that waits for another process's attempt goes before background requests. */
async function mustYieldToUser(
  tx: Transaction,
  { isBackground }: PermitRequest,
  { guard: { integration, nowMs }, verdict }: { guard: Guard; verdict: PermitDecision },
): Promise<boolean> {
  const waitMs = (integration.peopleWaitUntil?.getTime() ?? 0) - nowMs;
  // The upper bound keeps a clock that was set back from blocking the background.
  if (isBackground) return verdict.kind === "granted" && waitMs > 0 && waitMs <= userWaitMs;
  if (verdict.kind !== "wait" || verdict.reason !== "integration_busy") return false;
  const peopleWaitUntil = new Date(nowMs + userWaitMs);
  await tx.update(identityIntegration).set({ peopleWaitUntil }).where(eq(identityIntegration.id, integration.id));
  return false;
}

/** A permit that is not granted records nothing. */
async function isRecorded(db: Queryable, pairId: string, answer: PermitAnswer): Promise<boolean> {
  if (answer.kind !== "granted") return true;
  const [row] = await db.select({ attempt: identityPair.attempt }).from(identityPair).where(eq(identityPair.id, pairId));
  return row?.attempt === answer.attemptId;
}

/** Of the merchants the caller could sign in with, those with proven credentials and no failed attempts. */
async function findReadyEnders(tx: Transaction, vault: Vault, request: PermitRequest): Promise<string[] | undefined> {
  if (!request.enderClientIds) return undefined;
  const ready: string[] = [];
  for (const clientId of request.enderClientIds) {
    const id = toPairId(vault, { ...request.pair, kind: "session", clientId });
    const [row] = await tx.select().from(identityPair).where(eq(identityPair.id, id));
    if (!row?.provenMark || !canEndRun(guardedOf({ pair: row }).pair, row.provenMark)) continue;
    if (!(await isPairArchived(tx, id))) ready.push(clientId);
  }
  return ready;
}

function openCached(vault: Vault, ref: PairRef, { pair, nowMs }: Guard): CachedCredential | undefined {
  if (!pair.held || !pair.cachedAttempt || !pair.cachedUntil || pair.cachedBound !== boundOf(vault, ref)) return undefined;
  const remainingMs = pair.cachedUntil.getTime() - nowMs;
  if (remainingMs <= 0) return undefined;
  const value = new Secret(vault.open(pair.held, { table: "identity_pair", row: pair.id, column: "held" }).toString("utf8"));
  return { value, attemptId: pair.cachedAttempt, remainingMs, lifeMs: pair.cachedLifeMs ?? remainingMs, scope: pair.cachedScope };
}

async function markStale(
  tx: Transaction,
  vault: Vault,
  ref: PairRef,
  { attemptId, mayStop }: { attemptId: string; mayStop: boolean },
): Promise<{ outcome: StaleOutcome; change?: GuardChange }> {
  const guard = await lockGuard(tx, vault, ref);
  if (guard.pair.cachedAttempt !== attemptId || guard.pair.cachedUntil === null) return { outcome: "replaced" };
  const forcedAt = guard.pair.forcedAt?.getTime();
  if (forcedAt !== undefined && guard.nowMs - forcedAt < staleAgainMs) {
    const cachedAt = guard.pair.cachedAt?.getTime() ?? 0;
    if (!mayStop || guard.nowMs - cachedAt > justIssuedMs) return { outcome: "too_soon" };
    const lastError = coreText("calls_refused_twice");
    await tx
      .update(identityPair)
      .set({ cachedUntil: null, state: "open", lastErrorAt: sql`now()`, lastError })
      .where(eq(identityPair.id, guard.pair.id));
    const guarded = guardedOf(guard);
    return { outcome: "stopped", change: toGuardChange(guard, { ...guarded, pair: { ...guarded.pair, state: "open" } }) };
  }
  await tx
    .update(identityPair)
    .set({ cachedUntil: null, forcedAt: new Date(guard.nowMs) })
    .where(eq(identityPair.id, guard.pair.id));
  return { outcome: "marked" };
}
