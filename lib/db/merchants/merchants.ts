import { and, asc, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";

/** A merchant without its credentials, for all code except the gateway client. */
export type MerchantRow = {
  id: string;
  environment: string;
  slug: string;
  name: string;
  sid: string | null;
  credentialFingerprint: string;
  updatedAt: Date;
  updatedBy: string;
  /** Null: not archived. */
  archivedAt: Date | null;
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
  archivedAt: merchant.archivedAt,
};

/** The first of an environment by name, without archived ones. */
export function listMerchantRows(db: Queryable, environment: string, limit: number): Promise<MerchantRow[]> {
  return db
    .select(plainColumns)
    .from(merchant)
    .where(and(eq(merchant.environment, environment), isNull(merchant.archivedAt)))
    .orderBy(asc(merchant.name), asc(merchant.slug))
    .limit(limit);
}

export async function findMerchantRow(db: Queryable, environment: string, slug: string): Promise<MerchantRow | undefined> {
  const [row] = await db
    .select(plainColumns)
    .from(merchant)
    .where(and(eq(merchant.environment, environment), eq(merchant.slug, slug)));
  return row;
}

/** Ids of the merchants with these slugs; unknown slugs are left out. */
export async function findMerchantIds(db: Queryable, environment: string, slugs: readonly string[]): Promise<string[]> {
  if (slugs.length === 0) return [];
  const isListed = sql`${merchant.slug} = any(${sql.param([...slugs])}::text[])`;
  const rows = await db
    .select({ id: merchant.id })
    .from(merchant)
    .where(and(eq(merchant.environment, environment), isListed));
  return rows.map(({ id }) => id);
}

/** Merchants by their slugs, in no order. */
export async function findMerchantsBySlug(db: Queryable, environment: string, slugs: readonly string[]): Promise<MerchantRow[]> {
  if (slugs.length === 0) return [];
  const isListed = sql`${merchant.slug} = any(${sql.param([...slugs])}::text[])`;
  return db
    .select(plainColumns)
    .from(merchant)
    .where(and(eq(merchant.environment, environment), isListed));
}

/** Merchants by their ids, in no order. */
export async function findMerchantsById(db: Queryable, ids: readonly string[]): Promise<MerchantRow[]> {
  if (ids.length === 0) return [];
  return db
    .select(plainColumns)
    .from(merchant)
    .where(sql`${merchant.id} = any(${sql.param([...ids])}::uuid[])`);
}

/** The sealed merchant credentials, only for the code that opens them (lib/app/gateways/gateway-directory.ts). */
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
