import { and, asc, eq, inArray, max } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { merchant } from "./schema/merchant.ts";
import { ledgerRead } from "./schema/transaction.ts";

/** A merchant without its credentials: what every part but the gateway needs. */
export type MerchantRow = {
  id: string;
  environment: string;
  slug: string;
  name: string;
  sid: string | null;
  credentialFingerprint: string;
  updatedAt: Date;
  updatedBy: string;
};

const plainColumns = {
  id: merchant.id,
  environment: merchant.environment,
  slug: merchant.slug,
  name: merchant.name,
  sid: merchant.sid,
  credentialFingerprint: merchant.credentialFingerprint,
  updatedAt: merchant.updatedAt,
  updatedBy: merchant.updatedBy,
};

export function listMerchantRows(db: Queryable, environment: string): Promise<MerchantRow[]> {
  return db
    .select(plainColumns)
    .from(merchant)
    .where(eq(merchant.environment, environment))
    .orderBy(asc(merchant.name), asc(merchant.slug));
}

export async function findMerchantRow(db: Queryable, environment: string, slug: string): Promise<MerchantRow | undefined> {
  const [row] = await db
    .select(plainColumns)
    .from(merchant)
    .where(and(eq(merchant.environment, environment), eq(merchant.slug, slug)));
  return row;
}

/** Merchants by their ids, for what happens without a person asking. */
export async function findMerchantsById(db: Queryable, ids: readonly string[]): Promise<MerchantRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(plainColumns)
    .from(merchant)
    .where(inArray(merchant.id, [...ids]));
}

/** When each merchant's ledger was last read, by merchant id; one never read has no entry. */
export async function findLastReads(db: Queryable, environment: string): Promise<ReadonlyMap<string, Date>> {
  const rows = await db
    .select({ id: merchant.id, readAt: max(ledgerRead.readAt) })
    .from(ledgerRead)
    .innerJoin(merchant, eq(merchant.id, ledgerRead.merchantId))
    .where(eq(merchant.environment, environment))
    .groupBy(merchant.id);
  return new Map(rows.flatMap(({ id, readAt }) => (readAt ? [[id, readAt] as const] : [])));
}

/** The sealed merchant credentials, for the one place that opens them (lib/runtime/gateway-directory.ts). */
export async function findMerchantCredential(
  db: Queryable,
  merchantId: string,
): Promise<{ clientId: Buffer; clientSecret: Buffer; updatedAt: Date } | undefined> {
  const [row] = await db
    .select({ clientId: merchant.clientId, clientSecret: merchant.clientSecret, updatedAt: merchant.updatedAt })
    .from(merchant)
    .where(eq(merchant.id, merchantId));
  return row;
}
