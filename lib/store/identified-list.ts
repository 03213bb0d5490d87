import { and, sql } from "drizzle-orm";
import { epochMs } from "./epoch.ts";
import { fetchRows } from "./fetch-rows.ts";
import { countIdentified, listIdentifiedRows } from "./identified-rows.ts";
import type { Queryable } from "./open-store.ts";
import {
  behind,
  inOrder,
  matchingTerms,
  ofFacetsUnweighed,
  type Page,
  partitionOf,
  type TransactionKey,
} from "./transaction-query.ts";
import type { TransactionRow } from "./transactions.ts";

/** Along time so many identifiers are seen before the ledger's own rows are walked: then few of those seen fit the rest. */
const seenMax = 4_000;
/** In order of amounts so few are fetched and sorted sooner than looked for among the others. */
const fewMax = 2_000;
/** Beyond so many, fetching and sorting all of them costs more than looking along the amounts for the page's own. */
const sortedMax = 20_000;
const walkedFirst = 2_000;
const walkedMax = 32_000;

/**
 * One page of the rows one of whose identifiers equals or begins with `identifier`, however many do. Few of them are found
 * by the identifiers; where those are many, they lie so close together in the ledger that a short walk fills the page.
 */
export async function listIdentified(db: Queryable, page: Page): Promise<TransactionRow[]> {
  return page.walk.isByTime ? listByTime(db, page) : listByAmount(db, page);
}

async function listByTime(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const { rows, last } = await listIdentifiedRows(db, page, { most: page.limit, seenMax });
  if (rows.length >= page.limit || last === undefined) return rows.slice(0, page.limit);
  return [...rows, ...(await walkOn(db, page, { behindKey: last, wanted: page.limit - rows.length }))];
}

async function listByAmount(db: Queryable, page: Page): Promise<TransactionRow[]> {
  if ((await countIdentified(db, page, fewMax)) <= fewMax) return listAll(db, page);
  const { keys, last } = await walk(db, page, { behindKey: page.after, rows: walkedFirst, wanted: page.limit });
  const first = await fetchRows(db, page.environment, keys);
  if (last === undefined) return first;
  if ((await countIdentified(db, page, sortedMax)) <= sortedMax) return listAll(db, page);
  return [...first, ...(await walkOn(db, page, { behindKey: last, wanted: page.limit - keys.length }))];
}

async function listAll(db: Queryable, page: Page): Promise<TransactionRow[]> {
  const every = Number.POSITIVE_INFINITY;
  const { rows } = await listIdentifiedRows(db, page, { most: every, seenMax: every });
  return rows.slice(0, page.limit);
}

type From = { behindKey: TransactionKey; wanted: number };

async function walkOn(db: Queryable, page: Page, { behindKey, wanted }: From): Promise<TransactionRow[]> {
  const keys: TransactionKey[] = [];
  let from: TransactionKey | undefined = behindKey;
  for (let rows = walkedFirst; from && keys.length < wanted; rows = Math.min(rows * 2, walkedMax)) {
    const next = await walk(db, page, { behindKey: from, rows, wanted: wanted - keys.length });
    keys.push(...next.keys);
    from = next.last;
  }
  return fetchRows(db, page.environment, keys);
}

type Step = { behindKey: TransactionKey | undefined; rows: number; wanted: number };
type FoundKey = { merchant_id: string; at_ms: number; id: string; amount: string | null };

/** Of the next so many rows in walking order the keys of those that fit, and where to go on; undefined at the end. */
async function walk(db: Queryable, page: Page, { behindKey, rows, wanted }: Step) {
  const order = sql.join(inOrder(page.walk), sql`, `);
  const columns = sql`merchant_id, ${epochMs(sql`occurred_at`)} as at_ms, id, amount_minor::text as amount`;
  const condition = and(matchingTerms(page), ofFacetsUnweighed(page.facetIds), behind(behindKey, page.walk));
  const partition = partitionOf(page.environment);
  const { identifier = "" } = page;
  // The row's own time is the way to its few identifiers. `left` keeps the database from going by the beginning instead,
  // which all of them share here.
  const { rows: found } = await db.execute<FoundKey>(sql`
    select ${columns} from (
      select merchant_id, occurred_at, id, amount_minor, amount_rank from ${partition} as transaction
      where ${condition} order by ${order} limit ${rows}
    ) as transaction
    where (select true from identifier where identifier.occurred_at = transaction.occurred_at and kind = 'transaction'
      and identifier.target_id = transaction.id and identifier.merchant_id = transaction.merchant_id
      and left(value, char_length(${identifier}::text)) = ${identifier} limit 1)
    order by ${order} limit ${wanted}`);
  if (found.length === wanted) return { keys: found.map(toKey), last: undefined };
  const { rows: ends } = await db.execute<FoundKey>(sql`
    select ${columns} from ${partition} as transaction where ${condition} order by ${order} limit 1 offset ${rows - 1}`);
  return { keys: found.map(toKey), last: ends[0] && toKey(ends[0]) };
}

function toKey({ merchant_id, at_ms, id, amount }: FoundKey): TransactionKey {
  return { merchantId: merchant_id, occurredAt: new Date(at_ms), id, amountMinor: amount === null ? null : Number(amount) };
}
