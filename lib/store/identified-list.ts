import { and, type SQL, sql } from "drizzle-orm";
import { epochMs } from "./epoch.ts";
import { fetchRows } from "./fetch-rows.ts";
import { beginningWith, isKnownBy, mayBeStored } from "./identifiers.ts";
import { inScope } from "./merchant-scope.ts";
import type { Queryable } from "./open-store.ts";
import { transaction } from "./schema/transaction.ts";
import {
  behind,
  inOrder,
  matchingTerms,
  ofFacetsUnweighed,
  type Page,
  partitionOf,
  type TransactionKey,
  type TransactionQuery,
} from "./transaction-query.ts";
import type { TransactionRow } from "./transactions.ts";

/** So many rows are found by the index and sorted sooner than looked for along the ledger. */
const sortedMax = 20_000;
const walkedFirst = 2_000;
const walkedMax = 32_000;

/** Rows one of whose identifiers equals the query's or begins with it. */
export function identifiedBy({ identifier = "" }: Pick<TransactionQuery, "identifier">): SQL {
  return mayBeStored(identifier) ? isKnownBy(transaction.identifiers, beginningWith(identifier)) : sql`false`;
}

/**
 * One page of the rows one of whose identifiers equals or begins with `identifier`, however many do. Where they are many,
 * a short walk along the ledger fills the page; few of them are found by the index.
 */
export async function listIdentified(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const { keys, last } = await walk(db, page, { behindKey: page.after, rows: walkedFirst, wanted: page.limit });
  if (last === undefined) return fetchRows(db, page.environment, keys);
  if (await hasFew(db, page)) return listSorted(db, page);
  const further = await walkOn(db, page, { behindKey: last, wanted: page.limit - keys.length });
  return fetchRows(db, page.environment, [...keys, ...further]);
}

/** What the index finds is collected first: the database would not know how few there are. */
async function hasFew(db: Queryable, page: Page): Promise<boolean> {
  const mine = inScope(page, { environment: transaction.environment, merchantId: transaction.merchantId });
  const { rows } = await db.execute<{ count: number }>(sql`
    with found as materialized (select 1 from transaction where ${and(identifiedBy(page), mine, matchingTerms(page))})
    select count(*)::int as count from (select from found limit ${sortedMax + 1}) few`);
  return (rows[0]?.count ?? 0) <= sortedMax;
}

type FoundKey = { merchant_id: string; at_ms: number; id: string; amount: string | null };

const keyColumns = sql`merchant_id, ${epochMs(sql`occurred_at`)} as at_ms, id, amount_minor::text as amount`;

async function listSorted(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const { rows } = await db.execute<FoundKey>(sql`
    with found as materialized (
      select merchant_id, occurred_at, id, amount_minor, amount_rank from ${partitionOf(page.environment)} as transaction
      where ${and(identifiedBy(page), fitting(page, page.after))})
    select ${keyColumns} from found as transaction order by ${sql.join(inOrder(page.walk), sql`, `)} limit ${page.limit}`);
  return fetchRows(db, page.environment, rows.map(toKey));
}

function fitting(page: Page, after: TransactionKey | undefined): SQL | undefined {
  return and(matchingTerms(page), ofFacetsUnweighed(page.facets), behind(after, page.walk));
}

async function walkOn(
  db: Queryable,
  page: Page,
  { behindKey, wanted }: { behindKey: TransactionKey; wanted: number },
): Promise<TransactionKey[]> {
  const keys: TransactionKey[] = [];
  let from: TransactionKey | undefined = behindKey;
  for (let rows = walkedFirst; from && keys.length < wanted; rows = Math.min(rows * 2, walkedMax)) {
    const next = await walk(db, page, { behindKey: from, rows, wanted: wanted - keys.length });
    keys.push(...next.keys);
    from = next.last;
  }
  return keys;
}

type Step = { behindKey: TransactionKey | undefined; rows: number; wanted: number };

/**
 * Of the next so many rows in walking order the keys of those that fit, and where to go on; undefined at the end, and when
 * there are as many as wanted.
 */
async function walk(db: Queryable, page: Page, { behindKey, rows, wanted }: Step) {
  const order = sql.join(inOrder(page.walk), sql`, `);
  const partition = partitionOf(page.environment);
  const condition = fitting(page, behindKey);
  const { rows: found } = await db.execute<FoundKey>(sql`
    select ${keyColumns} from (
      select merchant_id, occurred_at, id, amount_minor, amount_rank, identifiers from ${partition} as transaction
      where ${condition} order by ${order} limit ${rows}
    ) as transaction
    where ${identifiedBy(page)} order by ${order} limit ${wanted}`);
  if (found.length === wanted) return { keys: found.map(toKey), last: undefined };
  const { rows: ends } = await db.execute<FoundKey>(sql`
    select ${keyColumns} from ${partition} as transaction where ${condition} order by ${order} limit 1 offset ${rows - 1}`);
  return { keys: found.map(toKey), last: ends[0] && toKey(ends[0]) };
}

function toKey({ merchant_id, at_ms, id, amount }: FoundKey): TransactionKey {
  return { merchantId: merchant_id, occurredAt: new Date(at_ms), id, amountMinor: amount === null ? null : Number(amount) };
}
