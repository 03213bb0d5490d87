import { type SQL, sql } from "drizzle-orm";
import { type AmountBounds, toMinorBounds } from "../core/amount-bounds.ts";
import { currencyExponent } from "../core/currency.ts";
import { epochMs } from "./epoch.ts";
import { fetchRows } from "./fetch-rows.ts";
import type { Queryable } from "./open-store.ts";
import {
  compareRows,
  type TransactionKey,
  type TransactionPageQuery,
  type TransactionQuery,
  toWalk,
  type Walk,
} from "./transaction-query.ts";
import type { TransactionRow } from "./transactions.ts";

type Query = TransactionPageQuery;
type FoundKey = { merchant_id: string; at_ms: number; id: string };

/** About half of them are of notifications. */
const keysAtOnce = 800;
const noMerchant = "00000000-0000-0000-0000-000000000000";

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
  let until: number | undefined;
  for (let seen = 0; rows.length < most && seen < seenMax; seen += keysAtOnce) {
    const next = await findKeys(db, query, until);
    const keys = distinct(next.keys);
    // Mostly all of them fit, and a page needs no more rows than it shows.
    for (const part of [keys.slice(0, most), keys.slice(most)])
      if (rows.length < most) rows.push(...(await fetchFitting(db, query, part)).filter(isBehind));
    until = next.until;
    if (until === undefined) break;
  }
  const last = until === undefined ? undefined : behindInstant(until, walk);
  return { rows: rows.toSorted(compareRows(walk)), last };
}

/** A key that all rows of the instant, which is whole milliseconds, lie before. */
function behindInstant(atMs: number, { isByTime, isFalling }: Walk): TransactionKey {
  const occurredAt = new Date(!isByTime || isFalling ? atMs : atMs + 1);
  return { merchantId: noMerchant, occurredAt, id: "", amountMinor: null };
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

/**
 * The transactions of the next identifiers in order, all of an instant together; `until` is the last instant, undefined
 * when no identifier is left. The next ones are found in the index alone: a short beginning is that of very many.
 */
async function findKeys(
  db: Queryable,
  query: Query,
  behindMs: number | undefined,
): Promise<{ keys: FoundKey[]; until: number | undefined }> {
  const { isByTime, isFalling } = toWalk(query);
  const direction = sql.raw(!isByTime || isFalling ? "desc" : "asc");
  const operator = sql.raw(!isByTime || isFalling ? "<" : ">");
  const at = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;
  const { after } = query;
  const start = isByTime && after ? sql`and occurred_at ${operator}= ${at(after.occurredAt.getTime())}` : sql``;
  const behind = behindMs === undefined ? start : sql`and occurred_at ${operator} ${at(behindMs)}`;
  const { rows } = await db.execute<Omit<FoundKey, "id"> & { id: string | null; near: number }>(sql`
    with near as materialized (
      select merchant_id, value, occurred_at from identifier where ${namedBy(query)} ${behind}
      order by occurred_at ${direction} fetch first ${keysAtOnce} rows with ties)
    select key.merchant_id, ${epochMs(sql`key.occurred_at`)} as at_ms, target_id as id, (select count(*)::int from near) as near
    from (select distinct * from near) as key left join identifier found on found.merchant_id = key.merchant_id
      and found.value = key.value and found.occurred_at = key.occurred_at and kind = 'transaction'
    order by key.occurred_at ${direction}, target_id ${direction}, key.merchant_id ${direction}`);
  const last = rows.at(-1);
  return {
    keys: rows.flatMap(({ id, ...key }) => (id === null ? [] : [{ ...key, id }])),
    until: last && last.near >= keysAtOnce ? last.at_ms : undefined,
  };
}

/** Of the identifier table: transactions known by the text or by what begins with it. */
export function identifiedBy(query: TransactionQuery): SQL {
  return sql`${namedBy(query)} and kind = 'transaction'`;
}

/** The same of every kind. */
function namedBy({ merchantIds, identifier = "", from, before }: TransactionQuery): SQL {
  const start = from?.toISOString() ?? "-infinity";
  const end = before?.toISOString() ?? "infinity";
  return sql`merchant_id = any(${sql.param([...merchantIds])}::uuid[])
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
  return (
    (types === undefined || (row.type !== null && types.includes(row.type))) &&
    is(row.sign, sign) &&
    is(row.currency, currency) &&
    is(row.accountNumber, account) &&
    is(row.terminalId, terminal) &&
    ((amountMin === undefined && amountMax === undefined) || fitsAmount(row, { min: amountMin, max: amountMax }))
  );
}

function fitsAmount({ amountMinor, currency }: TransactionRow, amounts: AmountBounds): boolean {
  const bounds = toMinorBounds(amounts, currencyExponent(currency));
  if (amountMinor === null || bounds === undefined) return false;
  return Math.abs(amountMinor) >= bounds.low && Math.abs(amountMinor) <= bounds.high;
}
