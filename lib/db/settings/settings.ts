import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import { setting } from "../schema/setting.ts";

export async function findSetting(db: Queryable, key: string): Promise<unknown> {
  const [row] = await db.select({ value: setting.value }).from(setting).where(eq(setting.key, key));
  return row?.value;
}

/** All settings, locked until the transaction ends. */
export async function lockSettings(tx: Transaction): Promise<{ key: string; value: unknown }[]> {
  return tx.select({ key: setting.key, value: setting.value }).from(setting).for("update");
}

/** Leaves an existing value: the first of several processes decides. */
export async function insertSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db.insert(setting).values({ key, value }).onConflictDoNothing();
}

export async function putSetting(db: Queryable, key: string, value: unknown): Promise<void> {
  await db
    .insert(setting)
    .values({ key, value })
    .onConflictDoUpdate({ target: setting.key, set: { value, updatedAt: sql`now()` } });
}
