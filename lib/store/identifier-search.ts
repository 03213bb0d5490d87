import { type SQL, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "../core/identifiers.ts";
import { epochMs } from "./epoch.ts";
import {
  anyOf,
  anyOfFields,
  beginningWith,
  type Identifier,
  type IdentifierKind,
  isKnownBy,
  readIdentifiers,
} from "./identifiers.ts";
import { inScope, isEmptyScope, type MerchantScope } from "./merchant-scope.ts";
import type { Queryable } from "./open-store.ts";

export type IdentifierHit = Identifier & {
  environment: string;
  merchantId: string;
  kind: IdentifierKind;
  targetId: string;
  occurredAt: Date;
  exact: boolean;
};

/** `newest` as the table's indexes by time have it. */
type Source = { kind: IdentifierKind; table: SQL; id: SQL; time: SQL; newest: SQL };

const sources: readonly Source[] = [
  { kind: "transaction", table: sql`transaction`, id: sql`id`, time: sql`occurred_at`, newest: sql`occurred_at desc` },
  {
    ...{ kind: "notification", table: sql`delivery`, id: sql`id::text`, time: sql`received_at` },
    newest: sql`received_at desc nulls last`,
  },
  {
    ...{ kind: "payment", table: sql`payment`, id: sql`id::text`, time: sql`created_at` },
    newest: sql`created_at desc nulls last`,
  },
];

/** Rows looked through from the newest on before an index is asked: what very many begin with is found among them. */
const nearRows = 200;
/** What begins with a text is promised in no order, so that no more rows than this are fetched for it. */
const begunMax = 2_000;
/** No value that is stored is longer. */
const valueMax = 255;

type Stretch = "near" | "recent" | "older" | "all";
type When = { stretch: Stretch; edge: Date };
type Search = {
  scope: MerchantScope;
  words: string;
  limit: number;
  kinds?: readonly IdentifierKind[];
  rowsMax?: number;
};
type FoundRow = { kind: IdentifierKind; merchant_id: string; target_id: string; at_ms: number; identifiers: string };

/** The last months, which are few partitions, come before all the others. */
const recentMs = 92 * 86_400_000;

/** Rows with one of the words, stretch by stretch from the newest on, until there are enough. */
export async function findNewestRows(db: Queryable, search: Search, stretches: readonly Stretch[]): Promise<FoundRow[]> {
  const rows: FoundRow[] = [];
  // A value in the statement: the database then plans for these months alone.
  const edge = new Date(Date.now() - recentMs);
  for (const stretch of stretches) {
    const limit = search.limit - rows.length;
    const found = await findRows(db, { ...search, limit }, { stretch, edge });
    if (found.length >= limit || stretch !== "near") rows.push(...found);
    if (rows.length >= search.limit) break;
  }
  return rows;
}

/** The words are looked up first, whatever the database thinks of the order: most are those of a few rows. */
async function findRows(db: Queryable, search: Search, when: When): Promise<FoundRow[]> {
  const wanted = sources.filter(({ kind }) => search.kinds?.includes(kind) ?? true);
  const parts = sql.join(
    wanted.map((source) => sql`(${rowsOf(source, search, when)})`),
    sql` union all `,
  );
  const few = search.rowsMax === undefined ? sql`found` : sql`(select * from found limit ${search.rowsMax}) few`;
  const { rows } = await db.execute<FoundRow>(sql`
    with found as materialized (${parts})
    select kind, merchant_id, target_id, ${epochMs(sql`at`)} as at_ms, identifiers from ${few}
    order by at desc, target_id desc limit ${search.limit}`);
  return rows;
}

function rowsOf({ kind, table, id, time, newest }: Source, { scope, words }: Search, { stretch, edge }: When): SQL {
  const mine = inScope(scope, { environment: sql`environment`, merchantId: sql`merchant_id` });
  const columns = sql`${kind}::text as kind, merchant_id, ${id} as target_id, ${time} as at, identifiers`;
  const fits = isKnownBy(sql`identifiers`, words);
  if (stretch === "near") {
    const near = sql`select * from ${table} where ${mine} order by ${newest} limit ${nearRows}`;
    return sql`select ${columns} from (${near}) near where ${fits}`;
  }
  const at = sql`${edge.toISOString()}::timestamptz`;
  const within = { recent: sql`and ${time} >= ${at}`, older: sql`and ${time} < ${at}`, all: sql`` }[stretch];
  return sql`select ${columns} from ${table} where ${mine} and ${fits} ${within}`;
}

/** The row's identifiers that are looked for. */
export function toHits(
  rows: readonly FoundRow[],
  { environment }: MerchantScope,
  { isWanted, exact }: { isWanted: (identifier: Identifier) => boolean; exact: boolean },
): IdentifierHit[] {
  return rows.flatMap((row) => {
    const wanted = readIdentifiers(row.identifiers).filter(isWanted);
    // A field that fits with and without its leading zeros fits once.
    const once = [...new Map(wanted.toReversed().map((identifier) => [identifier.field, identifier])).values()].toReversed();
    return once.map((identifier) => ({
      ...identifier,
      ...{ environment, merchantId: row.merchant_id, kind: row.kind, targetId: row.target_id },
      ...{ occurredAt: new Date(row.at_ms), exact },
    }));
  });
}

type ExactQuestion = {
  scope: MerchantScope;
  fields: readonly string[];
  values: readonly string[];
  limit: number;
  kinds?: readonly IdentifierKind[];
};

/** Rows whose identifier in one of the fields is exactly one of the values; `limit` of all together, newest first. */
export async function findIdentifierTargets(
  db: Queryable,
  { scope, fields, values, limit, kinds }: ExactQuestion,
): Promise<IdentifierHit[]> {
  const wanted = new Set(values.filter(mayBeStored));
  if (wanted.size === 0 || isEmptyScope(scope)) return [];
  const search = { scope, words: anyOfFields(fields, [...wanted]), limit, ...(kinds ? { kinds } : {}) };
  const rows = await findNewestRows(db, search, ["all"]);
  return toHits(rows, scope, { isWanted: ({ field, value }) => fields.includes(field) && wanted.has(value), exact: true });
}

const valuesAtOnce = 50;

/** The same with a limit for each of many values: one that stands in very many rows leaves room for the others. */
export async function findIdentifiersExactly(db: Queryable, question: ExactQuestion): Promise<IdentifierHit[]> {
  const { values, limit } = question;
  const hits: IdentifierHit[] = [];
  for (let at = 0; at < values.length; at += valuesAtOnce) {
    const some = values.slice(at, at + valuesAtOnce);
    const found = await findIdentifierTargets(db, { ...question, values: some, limit: limit * some.length });
    const isFull = found.length >= limit * some.length && some.length > 1;
    if (!isFull) hits.push(...found);
    else for (const value of some) hits.push(...(await findIdentifierTargets(db, { ...question, values: [value] })));
  }
  return hits;
}

type FindOptions = { scope: MerchantScope; value: string; hashedValue: string; limit: number };

/**
 * Rows whose identifier equals the value (or its keyed hash), newest first, then those it begins, newer ones before older.
 * Never inside, and a hash is found only whole (docs/api.md).
 */
export async function findIdentifiers(
  db: Queryable,
  { scope, value, hashedValue, limit }: FindOptions,
): Promise<IdentifierHit[]> {
  if (isEmptyScope(scope) || !mayBeStored(value)) return [];
  const same = new Set([value, withoutLeadingZeros(value), hashedValue]);
  const search = { scope, limit };
  const exact = toHits(await findNewestRows(db, { ...search, words: anyOf([...same]) }, ["recent", "older"]), scope, {
    isWanted: (identifier) => same.has(identifier.value),
    exact: true,
  });
  if (exact.length >= limit) return exact.slice(0, limit);
  const isBegun = (known: Identifier) => known.value.startsWith(value) && !same.has(known.value);
  const begun = { scope, limit: limit + exact.length, words: beginningWith(value), rowsMax: begunMax };
  const rows = await findNewestRows(db, begun, ["near", "recent", "older"]);
  const known = new Set(exact.map(nameOf));
  const others = toHits(rows, scope, { isWanted: isBegun, exact: false }).filter((hit) => !known.has(nameOf(hit)));
  return [...exact, ...others].slice(0, limit);
}

function nameOf({ merchantId, kind, targetId, field }: IdentifierHit): string {
  return `${merchantId} ${kind} ${targetId} ${field}`;
}

function mayBeStored(value: string): boolean {
  return value !== "" && value.length <= valueMax;
}
