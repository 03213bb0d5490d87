import { eq, sql } from "drizzle-orm";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import { environment } from "../schema/environment.ts";

/** A connected environment with its sealed integration credentials. */
export type EnvironmentRow = typeof environment.$inferSelect;

export async function findEnvironmentRow(db: Queryable, id: string): Promise<EnvironmentRow | undefined> {
  const [row] = await db.select().from(environment).where(eq(environment.id, id));
  return row;
}

export async function listEnvironmentIds(db: Queryable): Promise<string[]> {
  const rows = await db.select({ id: environment.id }).from(environment);
  return rows.map(({ id }) => id);
}

/** The same, locked until the transaction ends. */
export async function lockEnvironmentRow(tx: Transaction, id: string): Promise<EnvironmentRow | undefined> {
  const [row] = await tx.select().from(environment).where(eq(environment.id, id)).for("update");
  return row;
}

/** Stores a locked environment's options. `updated_at` grows by whole milliseconds, which is how a process detects a change. */
export async function setEnvironmentOptions(
  tx: Transaction,
  id: string,
  { options, by }: { options: Record<string, unknown>; by: string },
): Promise<void> {
  const updatedAt = sql`greatest(now(), ${environment.updatedAt} + interval '1 millisecond')`;
  await tx.update(environment).set({ options, updatedBy: by, updatedAt }).where(eq(environment.id, id));
}
