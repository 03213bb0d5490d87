import { and, getTableColumns, gte, lte, type SQL, sql } from "drizzle-orm";
import { fetchRows } from "../connection/fetch-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import { transaction } from "../schema/transaction.ts";
import { listIdentified } from "../search/identified-list.ts";
import { locateRows } from "../search/locate-rows.ts";
import { epochMs } from "../settings/epoch.ts";
import { type AmountRange, findFittingFacets, ofMerchants } from "../transaction-sums/fitting-facets.ts";
import { withoutAmount } from "../transaction-sums/ledger-facets.ts";
import {
  behind,
  inOrder,
  matchingRow,
  matchingTerms,
  ofFacetsUnweighed,
  type Page,
  partitionOf,
  type TransactionPageQuery,
  toWalk,
} from "./transaction-query.ts";
import { type TransactionRow, transactionColumns } from "./transactions.ts";

export type { TransactionKey, TransactionPageQuery, TransactionQuery } from "./transaction-query.ts";

/** Rows looked through along an index before the days are asked where the fitting ones are. */
const nearMin = 1_500;
/** So many rows are fetched and sorted sooner than looked for along an index. */
const sortedMax = 5_000;

/**
 * Rows behind the key in walking order. The cost grows neither with the page's number nor with the ledger: first the
 * next rows of the ledger are looked through, and where few of them fit, the sums by day tell where the others are.
 */
export async function listTransactionRows(db: Queryable, query: TransactionPageQuery): Promise<TransactionRow[]> {
  const facets = await findFittingFacets(db, query);
  if (facets.ids.length === 0) return [];
  const page = { ...query, facets, walk: toWalk(query) };
  if (query.identifier !== undefined) return listIdentified(db, page);
  if (!page.walk.isByTime) return listByAmount(db, page);
  const near = await listNearRows(db, page);
  if (near.length === query.limit) return near;
  return (await hasFewAmounts(db, page)) ? listSorted(db, page) : listByDays(db, page);
}

function listNearRows(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const next = db
    .select(getTableColumns(transaction))
    .from(transaction)
    .where(and(matchingRow({ ...page, facets: undefined }), ofMerchants(page), behind(page.after, page.walk)))
    .orderBy(...inOrder(page.walk))
    .limit(Math.max(nearMin, page.limit * 4))
    .as("transaction");
  return db
    .select(transactionColumns)
    .from(next)
    .where(and(matchingRow(page), ofFacetsUnweighed(page.facets)))
    .orderBy(...inOrder(page.walk))
    .limit(page.limit);
}

/** Whether the bounds of amounts alone leave so few rows that all can be fetched. */
async function hasFewAmounts(db: Queryable, page: Page): Promise<boolean> {
  if (page.facets.ranges === undefined) return false;
  const bounded = db
    .select({ one: sql`1` })
    .from(transaction)
    .where(matchingRow(page))
    .limit(sortedMax + 1)
    .as("bounded");
  const [found] = await db.select({ count: sql<number>`count(*)` }).from(bounded);
  return (found?.count ?? 0) <= sortedMax;
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

/** Few rows are all fetched and sorted; many lie close together along the index of amounts. */
async function listByAmount(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const { rows: counted } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from ${partitionOf(page.environment)} as transaction
      where ${and(matchingTerms(page), ofFacetsUnweighed(page.facets))} limit ${sortedMax + 1}) held`);
  if ((counted[0]?.count ?? 0) <= sortedMax) return listSorted(db, page);
  if (page.facets.ranges !== undefined) return listAlongRanges(db, page, page.facets.ranges);
  const rows = await listAlongAmounts(db, page, fromFacets(page));
  return rows.length === page.limit ? rows : listAlongAmounts(db, page);
}

type Stretch = { low?: number | undefined; high?: number | undefined };

/**
 * The facets' own bounds tell where along the amounts their rows begin. Rows without an amount are below all others: a
 * falling walk leaves them out, a rising one begins with them.
 */
function fromFacets({ facets: { amountMin, amountMax }, walk }: Page): Stretch {
  if (walk.isFalling) return { low: Number.MIN_SAFE_INTEGER, high: amountMax ?? undefined };
  return { low: amountMin === null || amountMin === withoutAmount ? undefined : amountMin };
}

/** One side of zero after the other: no walk passes the amounts between them, which may be most of the ledger. */
async function listAlongRanges(db: Queryable, page: Page, ranges: readonly AmountRange[]): Promise<TransactionRow[]> {
  const { amountMin, amountMax } = page.facets;
  const sides = [...Map.groupBy(ranges, ({ high }) => high < 0).values()];
  const stretches = sides.map((side) => ({
    low: Math.max(Math.min(...side.map(({ low }) => low)), amountMin ?? Number.MIN_SAFE_INTEGER),
    high: Math.min(Math.max(...side.map(({ high }) => high)), amountMax ?? Number.MAX_SAFE_INTEGER),
  }));
  const rows: TransactionRow[] = [];
  for (const stretch of page.walk.isFalling ? stretches.toReversed() : stretches) {
    const limit = page.limit - rows.length;
    if (limit > 0) rows.push(...(await listAlongAmounts(db, { ...page, limit }, stretch)));
  }
  return rows;
}

function listAlongAmounts(db: Queryable, page: Page, { low, high }: Stretch = {}): Promise<TransactionRow[]> {
  const within = and(
    low === undefined ? undefined : gte(transaction.amountRank, low),
    high === undefined ? undefined : lte(transaction.amountRank, high),
  );
  return db
    .select(transactionColumns)
    .from(transaction)
    .where(and(fitting(page), within))
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
  return and(matchingRow(page), ofFacetsUnweighed(page.facets), behind(page.after, page.walk));
}
