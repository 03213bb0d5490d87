import { and, eq, sql } from "drizzle-orm";
import { type AttemptResult, recordResult } from "#lib/core/lockout-attempts.ts";
import type { Message } from "#lib/core/text.ts";
import { coreText } from "#lib/core/texts.ts";
import type { Outcome, PairRef } from "#lib/gateway/permit.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Transaction } from "../connection/open-store.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { type GuardChange, toGuardChange } from "./guard-journal.ts";
import { type IntegrationRow, lockGuard, type PairRow, toSecretMark } from "./permit-rows.ts";
import { guardedOf } from "./permit-status.ts";
import { toTokenId } from "./permit-token.ts";

export type Guard = Awaited<ReturnType<typeof lockGuard>>;

export function markOf(vault: Vault, { pair }: PairRef): string {
  return toSecretMark(vault, pair.clientSecret.reveal());
}

export function boundOf(vault: Vault, { integrationClientId, baseUrl }: PairRef): string {
  return vault.hash(`bound\n${baseUrl}\n${integrationClientId}`);
}

/** Records the outcome of an attempt, and the credential that it brought. Returns the change of the guard. */
export async function recordOutcome(
  tx: Transaction,
  vault: Vault,
  { ref, attemptId, outcome }: { ref: PairRef; attemptId: string; outcome: Outcome },
): Promise<GuardChange> {
  const guard = await lockGuard(tx, vault, ref);
  const next = recordResult(guardedOf(guard), attemptId, toAttemptResult(vault, { ref, outcome, guard }), guard.nowMs);
  if (outcome.kind === "refused" && outcome.doubtedToken !== undefined) {
    const isDoubted = and(eq(identityPair.id, toTokenId(vault, ref)), eq(identityPair.cachedAttempt, outcome.doubtedToken));
    await tx.update(identityPair).set({ cachedUntil: null }).where(isDoubted);
  }
  await saveFailedAttempts(tx, guard, next);
  await tx
    .update(identityPair)
    .set({
      ...(next.stored && outcome.kind === "ok" ? toCacheColumns(vault, guard.pair.id, outcome, attemptId) : {}),
      ...toTrail(outcome),
    })
    .where(eq(identityPair.id, guard.pair.id));
  return toGuardChange(guard, next);
}

function toAttemptResult(vault: Vault, { ref, outcome, guard }: { ref: PairRef; outcome: Outcome; guard: Guard }): AttemptResult {
  const mark = markOf(vault, ref);
  if (outcome.kind === "ok") return { kind: "ok", lifeMs: outcome.lifeMs, mark, bound: boundOf(vault, ref) };
  if (outcome.kind !== "refused") return { kind: outcome.kind };
  // A secret that never worked needs staff to act, whatever the token was.
  return { kind: "refused", isTokenDoubted: outcome.doubtedToken !== undefined && guard.pair.provenMark === mark };
}

function toCacheColumns(vault: Vault, pairId: string, outcome: Extract<Outcome, { kind: "ok" }>, attemptId: string) {
  const held = vault.seal(outcome.value.reveal(), { table: "identity_pair", row: pairId, column: "held" });
  return { held, cachedAttempt: attemptId, cachedScope: outcome.scope, cachedAt: sql`now()` };
}

function toTrail(outcome: Outcome) {
  if (outcome.kind === "ok") return { lastSuccessAt: sql`now()` };
  return { lastErrorAt: sql`now()`, lastError: toLastError(outcome) };
}

function toLastError(outcome: Exclude<Outcome, { kind: "ok" }>): Message {
  if (outcome.kind !== "refused") return outcome.reason;
  const { status, isWrongAddress } = outcome;
  return isWrongAddress ? gatewayText("sign_in_address_wrong", { status }) : coreText("credentials_refused", { status });
}

export async function saveFailedAttempts(
  tx: Transaction,
  guard: { integration: IntegrationRow; pair: PairRow },
  next: ReturnType<typeof guardedOf>,
): Promise<void> {
  const { integration, pair } = next;
  await tx
    .update(identityIntegration)
    .set({ seq: integration.seq, failedAttempts: [...integration.failedAttempts] })
    .where(eq(identityIntegration.id, guard.integration.id));
  await tx
    .update(identityPair)
    .set({
      failedAttempts: [...pair.failedAttempts],
      state: pair.state,
      provenMark: pair.provenMark,
      inflightUntil: toDate(pair.inflightUntilMs),
      attempt: pair.attempt,
      cachedSeq: pair.cachedSeq,
      cachedUntil: toDate(pair.cachedUntilMs),
      cachedLifeMs: pair.cachedLifeMs,
      cachedBound: pair.cachedBound,
    })
    .where(eq(identityPair.id, guard.pair.id));
}

function toDate(ms: number | null): Date | null {
  return ms === null ? null : new Date(ms);
}
