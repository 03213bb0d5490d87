import { eq, sql } from "drizzle-orm";
import type { Pair, PairRef } from "#lib/gateway/permit.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Transaction } from "../connection/open-store.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";

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
  await tx.insert(identityIntegration).values({ id: integrationId, environment: pair.environment, seq: 0 }).onConflictDoNothing();
  const [integration] = await tx
    .select()
    .from(identityIntegration)
    .where(eq(identityIntegration.id, integrationId))
    .for("update");
  await tx.insert(identityPair).values({ id: pairId, environment: pair.environment, kind: pair.kind }).onConflictDoNothing();
  const [pairRow] = await tx.select().from(identityPair).where(eq(identityPair.id, pairId)).for("update");
  const { rows } = await tx.execute<{ ms: number }>(sql`select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`);
  if (!integration || !pairRow) throw new Error("The lock guard's rows could not be made.");
  return { integration, pair: pairRow, nowMs: Number(rows[0]?.ms) };
}
