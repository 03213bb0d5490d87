import { and, eq, sql } from "drizzle-orm";
import type { Database, Queryable, Transaction } from "./open-store.ts";
import { delivery } from "./schema/notification.ts";
import { setting } from "./schema/setting.ts";

/** Everything up to `done` has its words; `seen` is done once no transaction from before `xid` runs any more. */
type Stored = { done: number; seen: number; xid: string };

/** What is done, and what may be said once every delivery that is visible after this reading has its words. */
export type WordProgress = { now: Stored; next: Stored | undefined };

const key = "notifications.words";

/**
 * A number is taken within its transaction, so what may still appear below the highest one seen belongs to a
 * transaction that runs now. Read before the deliveries are listed, or one could appear between the two.
 */
export async function readWordProgress(db: Database): Promise<WordProgress> {
  await db
    .insert(setting)
    .values({ key, value: { done: 0, seen: 0, xid: "0" } })
    .onConflictDoNothing();
  const { rows } = await db.execute<{ value: Stored; seen: number; xid: string; settled: boolean }>(sql`
    select ${setting.value} as value, coalesce((select max(${delivery.seq}) from ${delivery}), 0)::float8 as seen,
      pg_snapshot_xmax(pg_current_snapshot())::text as xid,
      pg_snapshot_xmin(pg_current_snapshot()) >= (${setting.value}->>'xid')::xid8 as settled
    from ${setting} where ${setting.key} = ${key}`);
  const [row] = rows;
  if (!row) throw new Error("The progress of the search index is missing.");
  const { value: now, seen, xid, settled } = row;
  return { now, next: settled ? { done: Math.max(now.done, now.seen), seen, xid } : undefined };
}

/** True for one caller at a time, until its transaction ends. */
export async function lockWordProgress(tx: Transaction): Promise<boolean> {
  const rows = await tx
    .select({ key: setting.key })
    .from(setting)
    .where(eq(setting.key, key))
    .for("update", { skipLocked: true });
  return rows.length > 0;
}

/** Says that everything visible has its words, unless some of it is to be done again since that was read. */
export async function moveWordProgress(tx: Transaction, { now, next }: WordProgress): Promise<void> {
  if (!next) return;
  await tx
    .update(setting)
    .set({ value: next })
    .where(and(eq(setting.key, key), sql`${setting.value} = ${JSON.stringify(now)}::jsonb`));
}

/** What comes behind `seq` is looked through for missing words again. */
export async function lowerWordProgress(tx: Queryable, seq: number): Promise<void> {
  await tx.execute(sql`
    update ${setting} set value = jsonb_set(value, '{done}', to_jsonb(least((value->>'done')::bigint, ${seq}::bigint)))
    where ${setting.key} = ${key}`);
}
