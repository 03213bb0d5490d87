import { and, asc, desc, getTableColumns, type SQL, sql } from "drizzle-orm";
import { epochMs } from "./epoch.ts";
import { fetchRows } from "./fetch-rows.ts";
import { listIdentifiedRows } from "./identified-rows.ts";
import { listFacetIds } from "./ledger-facets.ts";
import { locateRows } from "./locate-rows.ts";
import type { Queryable } from "./open-store.ts";
import { transaction } from "./schema/transaction.ts";
import {
  behind,
  matchingRow,
  ofFacets,
  ofMerchants,
  sortColumns,
  type TransactionPageQuery,
  toWalk,
  type Walk,
} from "./transaction-query.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

export type { TransactionKey, TransactionPageQuery, TransactionQuery } from "./transaction-query.ts";

/** Rows looked through along an index before the days are asked where the fitting ones are. */
const nearMin = 1_500;
/** So many rows are fetched and sorted sooner than looked for along an index. */
const sortedMax = 10_000;

type Page = TransactionPageQuery & { facetIds: readonly number[]; walk: Walk };

/**
 * Rows behind the key in walking order. The cost grows neither with the page's number nor with the ledger: first the
 * next rows of the ledger are looked through, and where few of them fit, the sums by day tell where the others are.
 */
export async function listTransactionRows(db: Queryable, query: TransactionPageQuery): Promise<TransactionRow[]> {
  const facetIds = await listFacetIds(db, query);
  if (facetIds.length === 0) return [];
  if (query.identifier !== undefined) return listIdentifiedRows(db, query);
  const page = { ...query, facetIds, walk: toWalk(query) };
  const near = await listNearRows(db, page);
  if (near.length === query.limit) return near;
  if (!page.walk.isByTime) return listByAmount(db, page);
  return (await hasFewAmounts(db, page)) ? listSorted(db, page) : listByDays(db, page);
}

function listNearRows(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const next = db
    .select(getTableColumns(transaction))
    .from(transaction)
    .where(and(matchingRow(withoutAmounts(page)), ofMerchants(page.merchantIds), behind(page.after, page.walk)))
    .orderBy(...inOrder(page.walk))
    .limit(Math.max(nearMin, page.limit * 4))
    .as("transaction");
  return db
    .select(transactionColumns)
    .from(next)
    .where(and(matchingRow(page), ofFacets(page.facetIds)))
    .orderBy(...inOrder(page.walk))
    .limit(page.limit);
}

function withoutAmounts(page: Page): Page {
  return page.walk.isByTime ? { ...page, amountMin: undefined, amountMax: undefined } : page;
}

function inOrder(walk: Walk) {
  return sortColumns(walk).map((column) => (walk.isFalling ? desc(column) : asc(column)));
}

/** Whether the bounds of amounts alone leave so few rows that all can be fetched. */
async function hasFewAmounts(db: Queryable, page: Page): Promise<boolean> {
  if (page.amountMin === undefined && page.amountMax === undefined) return false;
  const bounded = db
    .select({ one: sql`1` })
    .from(transaction)
    .where(matchingRow(page))
    .limit(sortedMax / 2 + 1)
    .as("bounded");
  const [found] = await db.select({ count: sql<number>`count(*)` }).from(bounded);
  return (found?.count ?? 0) <= sortedMax / 2;
}

/** Stretch by stretch, each holding about what is still wanted. */
async function listByDays(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const { isFalling } = page.walk;
  const rows: TransactionRow[] = [];
  let { from, before } = withinKey(page);
  for (let wanted = page.limit; ; wanted *= 4) {
    const window = await locateRows(db, { ...page, from, before, isFalling, rows: wanted });
    if (!window) return rows;
    rows.push(...(await listSorted(db, { ...page, ...window, limit: page.limit - rows.length })));
    if (rows.length >= page.limit || window.isLast) return rows;
    if (isFalling) before = window.from;
    else from = window.before;
  }
}

/** The key bounds time as well; rows of its very instant may still come. */
function withinKey({ from, before, after, walk }: Page): { from: Date | undefined; before: Date | undefined } {
  if (!after) return { from, before };
  const at = after.occurredAt;
  if (!walk.isFalling) return { from: from && from > at ? from : at, before };
  const justAfter = new Date(at.getTime() + 1);
  return { from, before: before && before < justAfter ? before : justAfter };
}

/** A large share of the ledger: its rows lie close together along the index of amounts. */
async function listByAmount(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const some = db
    .select({ one: sql`1` })
    .from(transaction)
    .where(and(matchingRow(page), ofFacets(page.facetIds), behind(page.after, page.walk)))
    .limit(sortedMax + 1)
    .as("some");
  const [found] = await db.select({ count: sql<number>`count(*)` }).from(some);
  if ((found?.count ?? 0) <= sortedMax) return listSorted(db, page);
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(fitting(page))
    .orderBy(...inOrder(page.walk))
    .limit(page.limit);
}

type FoundKey = { merchant_id: string; at_ms: number; id: string };

/** Finds the keys of all fitting rows, sorts them and fetches those of the page; for when they are few. */
async function listSorted(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const order = sql.join(inOrder(page.walk), sql`, `);
  const { rows: keys } = await db.execute<FoundKey>(sql`
    with hits as materialized (
      select merchant_id, occurred_at, id, amount_rank from transaction where ${fitting(page)})
    select merchant_id, ${epochMs(sql`occurred_at`)} as at_ms, id from hits as transaction order by ${order} limit ${page.limit}`);
  return fetchRows(
    db,
    page.environment,
    keys.map((key) => ({ merchantId: key.merchant_id, occurredAt: new Date(key.at_ms), id: key.id })),
  );
}

function fitting(page: Page): SQL | undefined {
  return and(matchingRow(page), ofFacets(page.facetIds), behind(page.after, page.walk));
}
