import { type SQL, sql } from "drizzle-orm";
import { epochMs } from "./epoch.ts";
import { fetchRows } from "./fetch-rows.ts";
import type { Queryable } from "./open-store.ts";
import {
  compareRows,
  type TransactionKey,
  type TransactionPageQuery,
  type TransactionQuery,
  toWalk,
} from "./transaction-query.ts";
import type { TransactionRow } from "./transactions.ts";

type Query = TransactionPageQuery;
type FoundKey = { merchant_id: string; at_ms: number; id: string };

const keysAtOnce = 400;

/** `last`: where to go on; undefined when no identifier is left. */
type Identified = { rows: TransactionRow[]; last: TransactionKey | undefined };

/**
 * Rows one of whose identifiers equals or begins with `identifier`, along the identifiers by time: until there are `most`
 * or so many identifiers were seen.
 */
export async function listIdentifiedRows(
  db: Queryable,
  query: Query,
  { most, seenMax }: { most: number; seenMax: number },
): Promise<Identified> {
  const walk = toWalk(query);
  const rows: TransactionRow[] = [];
  const isBehind = (row: TransactionRow) => !query.after || compareRows(walk)(query.after, row) < 0;
  let last: FoundKey | undefined;
  for (let seen = 0; rows.length < most && seen < seenMax; seen += keysAtOnce) {
    const keys = await findKeys(db, query, last);
    rows.push(...(await fetchFitting(db, query, distinct(keys))).filter(isBehind));
    last = keys.at(-1);
    if (keys.length < keysAtOnce) return { rows: rows.toSorted(compareRows(walk)), last: undefined };
  }
  return { rows: rows.toSorted(compareRows(walk)), last: last && toKey(last) };
}

function toKey({ merchant_id, at_ms, id }: FoundKey): TransactionKey {
  return { merchantId: merchant_id, occurredAt: new Date(at_ms), id, amountMinor: null };
}

/** How many identifiers fit, counted to one beyond `most`. */
export async function countIdentified(db: Queryable, query: TransactionQuery, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (select from identifier where ${identifiedBy(query)} limit ${most + 1}) fitting`);
  return rows[0]?.count ?? 0;
}

/** A row that fits by several of its identifiers fits once. */
function distinct(keys: readonly FoundKey[]): FoundKey[] {
  return [...new Map(keys.map((key) => [`${key.merchant_id} ${key.id}`, key])).values()];
}

/** In order, and equal ones together: whoever goes on behind the last has seen all of its kind. */
async function findKeys(db: Queryable, query: Query, last: FoundKey | undefined): Promise<FoundKey[]> {
  const { isByTime, isFalling } = toWalk(query);
  const direction = sql.raw(!isByTime || isFalling ? "desc" : "asc");
  const operator = sql.raw(!isByTime || isFalling ? "<" : ">");
  const { after } = query;
  const start =
    isByTime && after ? { at: after.occurredAt.toISOString(), id: after.id, merchantId: after.merchantId } : undefined;
  const key = last ? { at: new Date(last.at_ms).toISOString(), id: last.id, merchantId: last.merchant_id } : start;
  const behind = key
    ? sql`and (occurred_at, target_id, merchant_id) ${operator} (${key.at}::timestamptz, ${key.id}, ${key.merchantId}::uuid)`
    : sql``;
  const { rows } = await db.execute<FoundKey>(sql`
    select merchant_id, ${epochMs(sql`occurred_at`)} as at_ms, target_id as id from identifier
    where ${identifiedBy(query)} ${behind}
    order by occurred_at ${direction}, target_id ${direction}, merchant_id ${direction} limit ${keysAtOnce}`);
  return rows;
}

/** Of the identifier table: transactions known by the text or by what begins with it. */
export function identifiedBy({ merchantIds, identifier = "", from, before }: TransactionQuery): SQL {
  const start = from?.toISOString() ?? "-infinity";
  const end = before?.toISOString() ?? "infinity";
  return sql`merchant_id = any(${sql.param([...merchantIds])}::uuid[]) and kind = 'transaction'
    and value >= ${identifier} and value < ${identifier} || chr(1114111)
    and occurred_at >= ${start}::timestamptz and occurred_at < ${end}::timestamptz`;
}

async function fetchFitting(db: Queryable, query: Query, keys: readonly FoundKey[]): Promise<TransactionRow[]> {
  const rows = await fetchRows(
    db,
    query.environment,
    keys.map((key) => ({ merchantId: key.merchant_id, occurredAt: new Date(key.at_ms), id: key.id })),
  );
  return rows.filter((row) => fits(row, query));
}

function fits(row: TransactionRow, { types, sign, currency, account, terminal, amountMin, amountMax }: Query): boolean {
  const is = (value: string | null, wanted: string | undefined) => wanted === undefined || value === wanted;
  const bounded = amountMin !== undefined || amountMax !== undefined;
  const amount = row.amountMinor;
  return (
    (types === undefined || (row.type !== null && types.includes(row.type))) &&
    is(row.sign, sign) &&
    is(row.currency, currency) &&
    is(row.accountNumber, account) &&
    is(row.terminalId, terminal) &&
    (!bounded || (amount !== null && amount >= (amountMin ?? amount) && amount <= (amountMax ?? amount)))
  );
}
