import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { AppError } from "../core/errors.ts";
import {
  chargeAttempt,
  type Heard,
  hearAttempt,
  isBreaker,
  judgePermit,
  type PermitVerdict,
  resetCounter,
} from "../core/lock-guard.ts";
import { Secret } from "../core/secret.ts";
import type { Distrust, Held, Outcome, PairRef, PermitAnswer, PermitLedger, PermitRequest } from "../gateway/permit.ts";
import { stoppedError } from "../gateway/sign-in-errors.ts";
import type { Vault } from "../vault/vault.ts";
import { CommitUnknownError, withProvenCommit } from "./client-transaction.ts";
import type { Database, Queryable, Transaction } from "./open-store.ts";
import { createPermitReports, type PermitReports } from "./permit-reports.ts";
import { type IntegrationRow, lockGuard, type PairRow, toPairId, toSecretMark } from "./permit-rows.ts";
import { guardedOf, readIdentityStatus } from "./permit-status.ts";
import { isTokenStored, toTokenId } from "./permit-token.ts";
import { identityIntegration, identityPair } from "./schema/identity.ts";

const staleAgainMs = 60_000;
/** An older session may have been forgotten by a gateway that was restarted since. */
const justIssuedMs = 10_000;

/**
 * The permit ledger in PostgreSQL (docs/lockout.md, rules 6 and 7). An attempt is judged and charged in one transaction that
 * holds the integration's and the pair's row, and is committed before a byte is sent. The rules are lib/core/lock-guard.ts,
 * the very functions the model test searches, so there is no second copy in SQL to disagree with. Time is the database's.
 */
export function createPermitLedger({ db, vault, onKept, closeWithinMs }: Parts & Settings): PermitLedger {
  const reports = createPermitReports({
    save: (heard) => db.transaction((tx) => report(tx, vault, heard)),
    onKept,
    closeWithinMs,
  });
  return {
    acquire: (request) => acquireWithRoom({ db, vault, reports }, request),
    report: (ref, attemptId, outcome) => reports.write({ ref, attemptId, outcome }),
    read: (ref) => db.transaction(async (tx) => openHeld(vault, ref, await lockGuard(tx, vault, ref))),
    markStale: (ref, attemptId, { mayStop = false } = {}) =>
      db.transaction((tx) => markStale(tx, vault, ref, { attemptId, mayStop })),
    status: (ref) => db.transaction(async (tx) => readIdentityStatus(await lockGuard(tx, vault, ref), markOf(vault, ref))),
    counterWasReset: (ref) =>
      db.transaction(async (tx) => {
        const guard = await lockGuard(tx, vault, ref);
        const next = resetCounter(guardedOf(guard), guard.nowMs);
        await saveCharges(tx, guard, next);
      }),
    close: () => reports.close(),
  };
}

type Parts = { db: Database; vault: Vault };
type Settings = Omit<Parameters<typeof createPermitReports>[0], "save">;
type Guard = Awaited<ReturnType<typeof lockGuard>>;

/** More would wait for a connection than can be served before an attempt is over. */
const waitingForEachMax = 10;

/** Nothing is begun whose outcome could not be written down. */
async function acquireWithRoom(parts: Parts & { reports: PermitReports }, request: PermitRequest): Promise<PermitAnswer> {
  const { db, reports } = parts;
  const { waitingCount, options } = db.$client;
  const hasRoom = waitingCount <= waitingForEachMax * (options.max ?? 1);
  if (reports.isClosing()) throw new AppError("shutting_down");
  if (!hasRoom || !(await reports.areWritten(request))) throw new AppError("store_unavailable", { retryAfterSeconds: 2 });
  if (reports.isClosing()) throw new AppError("shutting_down");
  return acquireCharged(parts, request, randomUUID());
}

/** What was charged and will not be sent is given back. */
async function acquireCharged(
  { db, vault, reports }: Parts & { reports: PermitReports },
  request: PermitRequest,
  attemptId: string,
): Promise<PermitAnswer> {
  let given: PermitAnswer | undefined;
  reports.expect(attemptId);
  try {
    const answer = await withProvenCommit(
      db,
      async (tx) => {
        given = await acquire(tx, vault, { request, attemptId });
        return given;
      },
      (fresh, answer) => isCharged(fresh, toPairId(vault, request.pair), answer),
    );
    if (answer.kind !== "granted") reports.expectNoMore(attemptId);
    return answer;
  } catch (cause) {
    const outcome: Outcome = { kind: "not_sent", reason: "The database did not answer." };
    if (given?.kind === "granted" && cause instanceof CommitUnknownError)
      void reports.write({ ref: request, attemptId, outcome });
    else reports.expectNoMore(attemptId);
    throw cause;
  }
}

function markOf(vault: Vault, { pair }: PairRef): string {
  return toSecretMark(vault, pair.clientSecret.reveal());
}

function boundOf(vault: Vault, { integrationClientId, baseUrl }: PairRef): string {
  return vault.hash(`bound\n${baseUrl}\n${integrationClientId}`);
}

async function acquire(
  tx: Transaction,
  vault: Vault,
  { request, attemptId }: { request: PermitRequest; attemptId: string },
): Promise<PermitAnswer> {
  const guard = await lockGuard(tx, vault, request);
  const breakers = await readyBreakers(tx, vault, request);
  const verdict = judgePermit(guardedOf(guard).integration, guardedOf(guard).pair, {
    mode: request.mode,
    mark: markOf(vault, request),
    bound: boundOf(vault, request),
    breakerReady: breakers && breakers.length > 0,
    nowMs: guard.nowMs,
  });
  if (verdict.kind === "break_run") return { kind: "break_run", breakerClientIds: breakers };
  if (verdict.kind === "fresh") {
    const held = openHeld(vault, request, guard);
    return held ? { kind: "fresh", held } : { kind: "wait", reason: "integration_busy", retryAfterMs: 50 };
  }
  if (await isPeoplesTurn(tx, request, { guard, verdict })) return { kind: "wait", reason: "integration_busy", retryAfterMs: 50 };
  if (verdict.kind === "stopped") await showStop(tx, request, { guard, verdict });
  if (verdict.kind !== "granted") return verdict;
  if (!(await isTokenStored(tx, vault, request, guard))) return { kind: "token_stale" };
  await saveCharges(tx, guard, chargeAttempt(guardedOf(guard), attemptId, guard.nowMs));
  return { kind: "granted", attemptId };
}

/**
 * What stops a pair from now on is to be seen as such: an attempt that nobody heard the end of, or the failure of another
 * secret, left it closed.
 */
async function showStop(
  tx: Transaction,
  request: PermitRequest,
  { guard: { pair }, verdict }: { guard: Guard; verdict: Extract<PermitVerdict, { kind: "stopped" }> },
): Promise<void> {
  if (request.mode !== "automatic" || verdict.scope !== "pair" || pair.state === "open") return;
  const lastError = stoppedError(verdict, request.pair).message;
  await tx.update(identityPair).set({ state: "open", lastErrorAt: sql`now()`, lastError }).where(eq(identityPair.id, pair.id));
}

/** How long a person who waits is believed to wait; asked again more often than that. */
const peopleWaitMs = 1_000;

/** A person who has to wait for another process's attempt has the next one before anybody's background. */
async function isPeoplesTurn(
  tx: Transaction,
  { isBackground }: PermitRequest,
  { guard: { integration, nowMs }, verdict }: { guard: Guard; verdict: PermitVerdict },
): Promise<boolean> {
  const waitMs = (integration.peopleWaitUntil?.getTime() ?? 0) - nowMs;
  // A clock that was set back does not keep the background waiting.
  if (isBackground) return verdict.kind === "granted" && waitMs > 0 && waitMs <= peopleWaitMs;
  if (verdict.kind !== "wait" || verdict.reason !== "integration_busy") return false;
  const peopleWaitUntil = new Date(nowMs + peopleWaitMs);
  await tx.update(identityIntegration).set({ peopleWaitUntil }).where(eq(identityIntegration.id, integration.id));
  return false;
}

/** What grants nothing charges nothing. */
async function isCharged(db: Queryable, pairId: string, answer: PermitAnswer): Promise<boolean> {
  if (answer.kind !== "granted") return true;
  const [row] = await db.select({ attempt: identityPair.attempt }).from(identityPair).where(eq(identityPair.id, pairId));
  return row?.attempt === answer.attemptId;
}

/** Of the merchants the caller could sign in with, those whose credentials have worked and are untroubled. */
async function readyBreakers(tx: Transaction, vault: Vault, request: PermitRequest): Promise<string[] | undefined> {
  if (!request.breakerClientIds) return undefined;
  const ready: string[] = [];
  for (const clientId of request.breakerClientIds) {
    const id = toPairId(vault, { ...request.pair, kind: "session", clientId });
    const [row] = await tx.select().from(identityPair).where(eq(identityPair.id, id));
    if (row?.provenMark && isBreaker(guardedOf({ pair: row }).pair, row.provenMark)) ready.push(clientId);
  }
  return ready;
}

async function report(
  tx: Transaction,
  vault: Vault,
  { ref, attemptId, outcome }: { ref: PairRef; attemptId: string; outcome: Outcome },
): Promise<void> {
  const guard = await lockGuard(tx, vault, ref);
  const next = hearAttempt(guardedOf(guard), attemptId, toHeard(vault, { ref, outcome, guard }), guard.nowMs);
  if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) {
    const isDoubted = and(eq(identityPair.id, toTokenId(vault, ref)), eq(identityPair.heldAttempt, outcome.doubtedToken));
    await tx.update(identityPair).set({ heldUntil: null }).where(isDoubted);
  }
  await saveCharges(tx, guard, next);
  await tx
    .update(identityPair)
    .set({
      ...(next.stored && outcome.kind === "ok" ? toHeldColumns(vault, guard.pair.id, outcome, attemptId) : {}),
      ...toTrail(outcome),
    })
    .where(eq(identityPair.id, guard.pair.id));
}

function toHeard(vault: Vault, { ref, outcome, guard }: { ref: PairRef; outcome: Outcome; guard: Guard }): Heard {
  const mark = markOf(vault, ref);
  if (outcome.kind === "ok") return { kind: "ok", lifeMs: outcome.lifeMs, mark, bound: boundOf(vault, ref) };
  if (outcome.kind !== "refused") return { kind: outcome.kind };
  // A secret that never worked waits for a person, whatever the token was.
  return { kind: "refused", isTokenDoubted: outcome.doubtedToken !== undefined && guard.pair.provenMark === mark };
}

function toHeldColumns(vault: Vault, pairId: string, outcome: Extract<Outcome, { kind: "ok" }>, attemptId: string) {
  const held = vault.seal(outcome.value.reveal(), { table: "identity_pair", row: pairId, column: "held" });
  return { held, heldAttempt: attemptId, heldScope: outcome.scope, heldAt: sql`now()` };
}

function toTrail(outcome: Outcome) {
  if (outcome.kind === "ok") return { lastSuccessAt: sql`now()` };
  const lastError = outcome.kind === "refused" ? `The gateway refused the credentials (${outcome.status}).` : outcome.reason;
  return { lastErrorAt: sql`now()`, lastError };
}

async function saveCharges(
  tx: Transaction,
  guard: { integration: IntegrationRow; pair: PairRow },
  next: ReturnType<typeof guardedOf>,
): Promise<void> {
  const { integration, pair } = next;
  await tx
    .update(identityIntegration)
    .set({ seq: integration.seq, charges: [...integration.charges] })
    .where(eq(identityIntegration.id, guard.integration.id));
  await tx
    .update(identityPair)
    .set({
      charges: [...pair.charges],
      state: pair.state,
      provenMark: pair.provenMark,
      inflightUntil: toDate(pair.inflightUntilMs),
      attempt: pair.attempt,
      heldSeq: pair.heldSeq,
      heldUntil: toDate(pair.heldUntilMs),
      heldLifeMs: pair.heldLifeMs,
      heldBound: pair.heldBound,
    })
    .where(eq(identityPair.id, guard.pair.id));
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}

function openHeld(vault: Vault, ref: PairRef, { pair, nowMs }: Guard): Held | undefined {
  if (!pair.held || !pair.heldAttempt || !pair.heldUntil || pair.heldBound !== boundOf(vault, ref)) return undefined;
  const remainingMs = pair.heldUntil.getTime() - nowMs;
  if (remainingMs <= 0) return undefined;
  const value = new Secret(vault.open(pair.held, { table: "identity_pair", row: pair.id, column: "held" }).toString("utf8"));
  return { value, attemptId: pair.heldAttempt, remainingMs, lifeMs: pair.heldLifeMs ?? remainingMs, scope: pair.heldScope };
}

async function markStale(
  tx: Transaction,
  vault: Vault,
  ref: PairRef,
  { attemptId, mayStop }: { attemptId: string; mayStop: boolean },
): Promise<Distrust> {
  const guard = await lockGuard(tx, vault, ref);
  if (guard.pair.heldAttempt !== attemptId || guard.pair.heldUntil === null) return "replaced";
  const forcedAt = guard.pair.forcedAt?.getTime();
  if (forcedAt !== undefined && guard.nowMs - forcedAt < staleAgainMs) {
    const heldAt = guard.pair.heldAt?.getTime() ?? 0;
    if (!mayStop || guard.nowMs - heldAt > justIssuedMs) return "too_soon";
    const lastError = "The gateway refused two calls in a row (401), the second with a session it had just issued.";
    await tx
      .update(identityPair)
      .set({ heldUntil: null, state: "open", lastErrorAt: sql`now()`, lastError })
      .where(eq(identityPair.id, guard.pair.id));
    return "stopped";
  }
  await tx
    .update(identityPair)
    .set({ heldUntil: null, forcedAt: new Date(guard.nowMs) })
    .where(eq(identityPair.id, guard.pair.id));
  return "marked";
}
