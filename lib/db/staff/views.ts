import { and, asc, count, eq, isNull, ne, or, sql } from "drizzle-orm";
import type { ViewList } from "#lib/contract/view-parts.ts";
import type { Queryable, Transaction } from "../connection/open-store.ts";
import { merchant } from "../schema/merchant.ts";
import { staff } from "../schema/staff.ts";
import { listColumns, savedView } from "../schema/view.ts";

type SavedView = typeof savedView.$inferSelect;
export type ViewContent = Pick<SavedView, "name" | "search" | "movingDays" | "columns" | "isDefault" | "isShared">;
export type ViewRow = ViewContent &
  Pick<SavedView, "id" | "merchantId" | "staffId"> & {
    merchant: string | null;
    /** The owner's address, as it is stored (`person-names.ts`). */
    owner: string;
  };

/** A staff member's views of one list. */
type Owner = { staffId: string; environment: string; list: ViewList };
/** `withShared`: also one that a colleague shares. */
type Reach = Owner & { id: string; withShared: boolean };

const columns = {
  id: savedView.id,
  merchantId: savedView.merchantId,
  merchant: merchant.slug,
  name: savedView.name,
  search: savedView.search,
  movingDays: savedView.movingDays,
  columns: savedView.columns,
  isDefault: savedView.isDefault,
  isShared: savedView.isShared,
  staffId: savedView.staffId,
  owner: staff.email,
};

function ownedBy({ staffId, ...list }: Owner) {
  return and(eq(savedView.staffId, staffId), ofList(list));
}

function ofList({ environment, list }: Omit<Owner, "staffId">) {
  return and(eq(savedView.environment, environment), eq(savedView.list, list));
}

function within({ id, withShared, ...owner }: Reach) {
  const isTheirs = and(ofList(owner), savedView.isShared);
  return and(eq(savedView.id, id), withShared ? or(ownedBy(owner), isTheirs) : ownedBy(owner));
}

/** A staff member's own views and all shared ones, by name. */
export function listViewRows(db: Queryable, { staffId, ...list }: Owner): Promise<ViewRow[]> {
  return db
    .select(columns)
    .from(savedView)
    .innerJoin(staff, eq(staff.id, savedView.staffId))
    .leftJoin(merchant, eq(merchant.id, savedView.merchantId))
    .where(and(ofList(list), or(eq(savedView.staffId, staffId), savedView.isShared)))
    .orderBy(asc(sql`lower(${savedView.name})`));
}

export async function countViews(db: Queryable, owner: Owner): Promise<number> {
  const [total] = await db.select({ views: count() }).from(savedView).where(ownedBy(owner));
  return total?.views ?? 0;
}

/** Whose view has the name already: the staff member's own, or one that is shared. */
export type NameTaken = "own" | "shared";

/** Undefined when it was made. A new default replaces the previous one. */
export async function insertView(
  tx: Transaction,
  view: ViewContent & Owner & Pick<SavedView, "id" | "merchantId">,
): Promise<NameTaken | undefined> {
  await lockViews(tx, view.environment);
  const taken = await findName(tx, view);
  if (taken) return taken;
  if (view.isDefault) await clearDefault(tx, view, view.merchantId);
  await tx.insert(savedView).values(view);
  return undefined;
}

/** A view that this staff member may change; until the transaction ends, nobody else changes one of the environment. */
export async function lockView(tx: Transaction, reach: Reach): Promise<SavedView | undefined> {
  await lockViews(tx, reach.environment);
  const [view] = await tx.select().from(savedView).where(within(reach));
  return view;
}

/** Changes a locked view; undefined when that was done. */
export async function updateView(tx: Transaction, view: SavedView, change: Partial<ViewContent>): Promise<NameTaken | undefined> {
  const taken = await findName(tx, { ...view, ...change });
  if (taken) return taken;
  if (change.isDefault) await clearDefault(tx, view, view.merchantId);
  await tx
    .update(savedView)
    .set({ ...change, updatedAt: sql`now()` })
    .where(eq(savedView.id, view.id));
  return undefined;
}

export async function deleteView(tx: Transaction, { id }: SavedView): Promise<void> {
  await tx.delete(savedView).where(eq(savedView.id, id));
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

/** Serialises changes of an environment's views. */
async function lockViews(tx: Transaction, environment: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(4242021, hashtext(${environment}))`);
}

/** Whose other view has the name of this one. */
async function findName(
  tx: Transaction,
  { id, name, isShared, ...owner }: Owner & Pick<SavedView, "id" | "name" | "isShared">,
): Promise<NameTaken | undefined> {
  const isTheirs = and(ofList(owner), savedView.isShared);
  const [existing] = await tx
    .select({ staffId: savedView.staffId })
    .from(savedView)
    .where(
      and(
        isShared ? or(ownedBy(owner), isTheirs) : ownedBy(owner),
        sql`lower(${savedView.name}) = lower(${name})`,
        ne(savedView.id, id),
      ),
    );
  return existing && (existing.staffId === owner.staffId ? "own" : "shared");
}

async function clearDefault(tx: Transaction, owner: Owner, merchantId: string | null): Promise<void> {
  const isSameMerchant = merchantId === null ? isNull(savedView.merchantId) : eq(savedView.merchantId, merchantId);
  await tx
    .update(savedView)
    .set({ isDefault: false })
    .where(and(ownedBy(owner), isSameMerchant));
}
