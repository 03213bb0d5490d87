import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { ledgerCheckpoint } from "../schema/sync-run.ts";

export type CheckpointKey = { merchantId: string; account: string; fromDay: string; toDay: string };

/** The page size of the requests, and the zone the rows' times were read in. */
type ReadOptions = { pageSize: number; zone: string };

function at({ merchantId, account, fromDay, toDay }: CheckpointKey): SQL | undefined {
  return and(
    eq(ledgerCheckpoint.merchantId, merchantId),
    eq(ledgerCheckpoint.account, account),
    eq(ledgerCheckpoint.fromDay, fromDay),
    eq(ledgerCheckpoint.toDay, toDay),
  );
}

/** How many pages of these days, with how many rows, are stored by a recent sync that was interrupted. */
export async function findCheckpoint(
  db: Queryable,
  key: CheckpointKey,
  { pageSize, zone, youngerThanMs }: ReadOptions & { youngerThanMs: number },
): Promise<{ page: number; rows: number }> {
  const [row] = await db
    .select({ page: ledgerCheckpoint.page, rows: ledgerCheckpoint.rows })
    .from(ledgerCheckpoint)
    .where(
      and(
        at(key),
        eq(ledgerCheckpoint.pageSize, pageSize),
        eq(ledgerCheckpoint.zone, zone),
        sql`${ledgerCheckpoint.startedAt} > now() - ${youngerThanMs} * interval '1 millisecond'`,
      ),
    );
  return row ?? { page: 0, rows: 0 };
}

/** An existing checkpoint keeps its start time. */
export async function saveCheckpoint(
  db: Queryable,
  key: CheckpointKey,
  { page, rows, pageSize, zone }: ReadOptions & { page: number; rows: number },
): Promise<void> {
  await db
    .insert(ledgerCheckpoint)
    .values({ ...key, page, rows, pageSize, zone, startedAt: sql`now()` })
    .onConflictDoUpdate({
      target: [ledgerCheckpoint.merchantId, ledgerCheckpoint.account, ledgerCheckpoint.fromDay, ledgerCheckpoint.toDay],
      set: { page, rows, pageSize, zone },
    });
}

export async function dropCheckpoint(db: Queryable, key: CheckpointKey): Promise<void> {
  await db.delete(ledgerCheckpoint).where(at(key));
}
