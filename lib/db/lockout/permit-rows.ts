import { eq, sql } from "drizzle-orm";
import type { Pair, PairRef } from "#lib/gateway/permit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Transaction } from "../connection/open-store.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { assumedOfIntegration, assumedOfPair, mayHaveFailed } from "./assume-failures.ts";

export type IntegrationRow = typeof identityIntegration.$inferSelect;
export type PairRow = typeof identityPair.$inferSelect;

type PairName = Pick<Pair, "kind" | "clientId"> & { environment: string };

/** A pair is identified by environment and client id, under any number of slugs; never by its secret. */
export function toPairId(vault: Vault, { environment, kind, clientId }: PairName): string {
  return vault.hash(`${kind}\n${environment}\n${clientId}`);
}

/** The row with the failed attempts of all pairs of an integration. */
export function toIntegrationId(vault: Vault, environment: string, clientId: string): string {
  return vault.hash(`integration\n${environment}\n${clientId}`);
}

/** Identifies a secret without revealing it. */
export function toSecretMark(vault: Vault, clientSecret: string): string {
  return vault.hash(`mark\n${clientSecret}`);
}

/**
 * Both rows, created when missing and locked until the transaction ends: always the integration first, so that callers
 * cannot deadlock. `nowMs` is the database's clock, read under the lock.
 */
export async function lockGuard(
  tx: Transaction,
  vault: Vault,
  { integrationClientId, pair }: PairRef,
): Promise<{ integration: IntegrationRow; pair: PairRow; nowMs: number }> {
  const integrationId = toIntegrationId(vault, pair.environment, integrationClientId);
  const pairId = toPairId(vault, pair);
  const { environment, kind } = pair;
  const [madeIntegration] = await tx
    .insert(identityIntegration)
    .values({ id: integrationId, environment, seq: 0 })
    .onConflictDoNothing()
    .returning({ id: identityIntegration.id });
  const [integration] = await tx
    .select()
    .from(identityIntegration)
    .where(eq(identityIntegration.id, integrationId))
    .for("update");
  const [madePair] = await tx
    .insert(identityPair)
    .values({ id: pairId, environment, kind })
    .onConflictDoNothing()
    .returning({ id: identityPair.id });
  const [pairRow] = await tx.select().from(identityPair).where(eq(identityPair.id, pairId)).for("update");
  const { rows } = await tx.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`);
  if (!integration || !pairRow) throw new Error("The lock guard's rows could not be made.");
  const guard = { integration, pair: pairRow, nowMs: Number(rows[0]?.ms) };
  const isNew = madeIntegration !== undefined || madePair !== undefined;
  if (!isNew || !(await mayHaveFailed(tx, environment))) return guard;
  return assumeWorst(tx, guard, { integration: madeIntegration !== undefined, pair: madePair !== undefined });
}

type Guard = { integration: IntegrationRow; pair: PairRow; nowMs: number };

/** Credentials that the restored database does not know may have failed since the backup (docs/lockout.md, rule 18). */
async function assumeWorst(tx: Transaction, guard: Guard, isNew: { integration: boolean; pair: boolean }): Promise<Guard> {
  const { nowMs } = guard;
  const seq = isNew.integration ? nowMs : guard.integration.seq;
  const at = { seq, nowMs };
  const integration = { seq, failedAttempts: assumedOfIntegration(guard.integration.id, at) };
  const pair = { state: "open" as const, failedAttempts: assumedOfPair(guard.pair, at) };
  if (isNew.integration)
    await tx.update(identityIntegration).set(integration).where(eq(identityIntegration.id, guard.integration.id));
  if (isNew.pair) await tx.update(identityPair).set(pair).where(eq(identityPair.id, guard.pair.id));
  return {
    nowMs,
    integration: isNew.integration ? { ...guard.integration, ...integration } : guard.integration,
    pair: isNew.pair ? { ...guard.pair, ...pair } : guard.pair,
  };
}
