import { and, asc, count, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database, Queryable } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { listColumns, savedView } from "../schema/view.ts";

type SavedView = typeof savedView.$inferSelect;
export type ViewContent = Pick<SavedView, "name" | "search" | "movingDays" | "columns" | "isDefault">;
export type ViewRow = ViewContent & Pick<SavedView, "id" | "merchantId"> & { merchant: string | null };

type Owner = { staffId: string; environment: string };

const columns = {
  id: savedView.id,
  merchantId: savedView.merchantId,
  merchant: merchant.slug,
  name: savedView.name,
  search: savedView.search,
  movingDays: savedView.movingDays,
  columns: savedView.columns,
  isDefault: savedView.isDefault,
};

function ownedBy({ staffId, environment }: Owner) {
  return and(eq(savedView.staffId, staffId), eq(savedView.environment, environment));
}

/** A staff member's views by name. */
export function listViewRows(db: Queryable, owner: Owner): Promise<ViewRow[]> {
  return db
    .select(columns)
    .from(savedView)
    .leftJoin(merchant, eq(merchant.id, savedView.merchantId))
    .where(ownedBy(owner))
    .orderBy(asc(sql`lower(${savedView.name})`));
}

export async function countViews(db: Queryable, owner: Owner): Promise<number> {
  const [total] = await db.select({ views: count() }).from(savedView).where(ownedBy(owner));
  return total?.views ?? 0;
}

/** `taken` when the staff member has a view with that name. A new default replaces the previous one. */
export async function insertView(
  db: Database,
  view: ViewContent & Owner & Pick<SavedView, "id" | "merchantId">,
): Promise<"made" | "taken"> {
  return db.transaction(async (tx) => {
    await lockViews(tx, view.staffId);
    if (await hasView(tx, view, view.name)) return "taken";
    if (view.isDefault) await clearDefault(tx, view, view.merchantId);
    await tx.insert(savedView).values(view);
    return "made";
  });
}

/** Result of a change: `none` when the staff member has no such view, `taken` when another one has the name. */
export async function updateView(
  db: Database,
  { id, ...owner }: Owner & { id: string },
  change: Partial<ViewContent>,
): Promise<"changed" | "none" | "taken"> {
  return db.transaction(async (tx) => {
    await lockViews(tx, owner.staffId);
    const isView = and(ownedBy(owner), eq(savedView.id, id));
    const [view] = await tx.select({ merchantId: savedView.merchantId }).from(savedView).where(isView);
    if (!view) return "none";
    if (change.name !== undefined && (await hasView(tx, owner, change.name, id))) return "taken";
    if (change.isDefault) await clearDefault(tx, owner, view.merchantId);
    await tx
      .update(savedView)
      .set({ ...change, updatedAt: sql`now()` })
      .where(isView);
    return "changed";
  });
}

export async function deleteView(db: Queryable, { id, ...owner }: Owner & { id: string }): Promise<boolean> {
  const deleted = await db
    .delete(savedView)
    .where(and(ownedBy(owner), eq(savedView.id, id)))
    .returning({ id: savedView.id });
  return deleted.length > 0;
}

/** A staff member's columns; undefined when never set. */
export async function findListColumns(db: Queryable, staffId: string): Promise<string[] | undefined> {
  const [chosen] = await db
    .select({ columns: listColumns.columns })
    .from(listColumns)
    .where(and(eq(listColumns.staffId, staffId), eq(listColumns.list, "transactions")));
  return chosen?.columns;
}

/** Null: the default columns. */
export async function saveListColumns(db: Queryable, staffId: string, chosen: readonly string[] | null): Promise<void> {
  if (chosen === null) {
    await db.delete(listColumns).where(and(eq(listColumns.staffId, staffId), eq(listColumns.list, "transactions")));
    return;
  }
  const values = { columns: [...chosen], updatedAt: sql`now()` };
  await db
    .insert(listColumns)
    .values({ staffId, list: "transactions", ...values })
    .onConflictDoUpdate({ target: [listColumns.staffId, listColumns.list], set: values });
}

/** Serialises changes of one staff member's views. */
async function lockViews(tx: Queryable, staffId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(4242021, hashtext(${staffId}))`);
}

async function hasView(tx: Queryable, owner: Owner, name: string, butId?: string): Promise<boolean> {
  const [existing] = await tx
    .select({ id: savedView.id })
    .from(savedView)
    .where(and(ownedBy(owner), sql`lower(${savedView.name}) = lower(${name})`, butId ? ne(savedView.id, butId) : undefined));
  return existing !== undefined;
}

async function clearDefault(tx: Queryable, owner: Owner, merchantId: string | null): Promise<void> {
  const ofList = merchantId === null ? isNull(savedView.merchantId) : eq(savedView.merchantId, merchantId);
  await tx
    .update(savedView)
    .set({ isDefault: false })
    .where(and(ownedBy(owner), ofList));
}
