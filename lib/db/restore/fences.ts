import { and, count, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { Message } from "#lib/core/text.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantRow } from "../merchants/merchants.ts";
import { identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { restoreFence, restoreMerchant, restoreRefund } from "../schema/restore.ts";

export type FenceRow = typeof restoreFence.$inferSelect;

/** Undefined in a database that was never restored. */
export async function findFence(db: Queryable, environment: string): Promise<FenceRow | undefined> {
  const [row] = await db.select().from(restoreFence).where(eq(restoreFence.environment, environment));
  return row;
}

type Place = Pick<MerchantRow, "id" | "environment">;

/**
 * Whether a restore shut the merchant's payments: its environment is not open yet, or the gateway's list of a merchant that was
 * there then was not read in. In a transaction the answer holds until it ends.
 */
export async function isMoneyShut(tx: Queryable, { id, environment }: Place): Promise<boolean> {
  const [fence] = await tx.select().from(restoreFence).where(eq(restoreFence.environment, environment)).for("share");
  if (!fence) return false;
  if (!fence.openedAt) return true;
  const [row] = await tx
    .select({ id: merchant.id })
    .from(merchant)
    .where(and(eq(merchant.id, id), isUnread(fence)));
  return row !== undefined;
}

/** Merchants that were added after the opening have nothing to read in. */
function isUnread({ environment, openedAt }: FenceRow): SQL | undefined {
  const isOld = openedAt ? sql`${merchant.createdAt} <= ${openedAt.toISOString()}::timestamptz` : sql`true`;
  return and(
    eq(merchant.environment, environment),
    isOld,
    sql`not exists (select from ${restoreMerchant} r where r.environment = ${environment}
      and r.merchant_id = ${merchant.id} and r.read_at is not null)`,
  );
}

/** Those not read in and not archived, the ones not tried for longest first. */
export async function listUnreadMerchants(
  db: Queryable,
  fence: FenceRow,
  { before, limit }: { before: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .select({ id: merchant.id })
    .from(merchant)
    .leftJoin(restoreMerchant, eq(restoreMerchant.merchantId, merchant.id))
    .where(
      and(
        isUnread(fence),
        isNull(merchant.archivedAt),
        sql`coalesce(${restoreMerchant.triedAt}, '-infinity') < ${before.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(sql`${restoreMerchant.triedAt} nulls first`, merchant.id)
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Serialises the readings of one merchant. */
export async function saveReading(
  db: Queryable,
  { id, environment }: Place,
  { at, problem }: { at: Date; problem: Message | null },
): Promise<void> {
  const values = { triedAt: at, problem, ...(problem ? {} : { readAt: at }) };
  await db
    .insert(restoreMerchant)
    .values({ environment, merchantId: id, ...values })
    .onConflictDoUpdate({ target: [restoreMerchant.environment, restoreMerchant.merchantId], set: values });
}

export async function openFence(db: Queryable, environment: string, { at, by }: { at: Date; by: string }): Promise<boolean> {
  const rows = await db
    .update(restoreFence)
    .set({ openedAt: at, openedBy: by })
    .where(and(eq(restoreFence.environment, environment), isNull(restoreFence.openedAt)))
    .returning({ environment: restoreFence.environment });
  return rows.length > 0;
}

export type UnreadMerchant = { slug: string; name: string; problem: Message | null };
export type FenceProgress = { read: number; unread: number; problems: UnreadMerchant[]; unknownRefunds: number; assumed: number };

const problemsMax = 20;

export async function readProgress(db: Queryable, fence: FenceRow): Promise<FenceProgress> {
  const { environment } = fence;
  const [read] = await db
    .select({ count: count() })
    .from(restoreMerchant)
    .where(and(eq(restoreMerchant.environment, environment), isNotNull(restoreMerchant.readAt)));
  const [unread] = await db
    .select({ count: count() })
    .from(merchant)
    .where(and(isUnread(fence), isNull(merchant.archivedAt)));
  const problems = await db
    .select({ slug: merchant.slug, name: merchant.name, problem: restoreMerchant.problem })
    .from(merchant)
    .innerJoin(restoreMerchant, eq(restoreMerchant.merchantId, merchant.id))
    .where(and(isUnread(fence), isNull(merchant.archivedAt), isNotNull(restoreMerchant.problem)))
    .orderBy(merchant.slug)
    .limit(problemsMax);
  const [refunds] = await db.select({ count: count() }).from(restoreRefund).where(eq(restoreRefund.environment, environment));
  const [assumed] = await db
    .select({ count: count() })
    .from(identityPair)
    .where(and(eq(identityPair.environment, environment), isAssumed));
  return {
    read: read?.count ?? 0,
    unread: unread?.count ?? 0,
    problems,
    unknownRefunds: refunds?.count ?? 0,
    assumed: assumed?.count ?? 0,
  };
}

/** Stopped only by failures that a restore assumed. */
export const isAssumed = sql`(${identityPair.failedAttemptCount} > 0
  and not exists (select from jsonb_array_elements(${identityPair.failedAttempts}) a where not coalesce((a->>'isAssumed')::boolean, false)))`;

/** Refunds since the backup that may have been of this payment: their sum counts as given back. */
export async function sumUnknownRefunds(
  db: Queryable,
  {
    merchantId,
    terminalId,
    currency,
    amountMinor,
  }: { merchantId: string; terminalId: string; currency: string; amountMinor: number },
): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${restoreRefund.amountMinor}), 0)::bigint` })
    .from(restoreRefund)
    .where(
      and(
        eq(restoreRefund.merchantId, merchantId),
        eq(restoreRefund.terminalId, terminalId),
        eq(restoreRefund.currency, currency),
        sql`${restoreRefund.amountMinor} <= ${amountMinor}`,
      ),
    );
  return Number(row?.sum ?? 0);
}

/** Storing one again changes nothing. */
export async function saveUnknownRefund(db: Queryable, row: typeof restoreRefund.$inferInsert): Promise<void> {
  await db.insert(restoreRefund).values(row).onConflictDoNothing();
}
