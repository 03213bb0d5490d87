import { and, eq, gt, lte } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { lookupList } from "../schema/lookup-list.ts";

export type LookupListRow = typeof lookupList.$inferSelect;

/** Saves a list, and removes expired ones. */
export async function insertLookupList(db: Queryable, list: LookupListRow): Promise<void> {
  await db.delete(lookupList).where(lte(lookupList.expiresAt, list.createdAt));
  await db.insert(lookupList).values(list);
}

/** Undefined when there is none with this id, or it has expired. */
export async function findLookupList(
  db: Queryable,
  { id, environment, at }: { id: string; environment: string; at: Date },
): Promise<LookupListRow | undefined> {
  const [list] = await db
    .select()
    .from(lookupList)
    .where(and(eq(lookupList.id, id), eq(lookupList.environment, environment), gt(lookupList.expiresAt, at)));
  return list;
}
