import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "../core/identifiers.ts";
import { epochMs } from "./epoch.ts";
import type { IdentifierKind, NewIdentifier } from "./identifiers.ts";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";

export type IdentifierHit = NewIdentifier & { exact: boolean };

/** Targets of one kind whose identifier in one of the fields is exactly one of the values; at most 500, newest first. */
export async function findIdentifierTargets(
  db: Queryable,
  {
    environment,
    merchantIds,
    kind,
    fields,
    values,
  }: {
    environment: string;
    merchantIds: readonly string[];
    kind: IdentifierKind;
    fields: readonly string[];
    values: readonly string[];
  },
): Promise<{ merchantId: string; targetId: string; field: string; value: string }[]> {
  if (values.length === 0 || merchantIds.length === 0) return [];
  const { merchantId, targetId, field, value } = identifier;
  return db
    .select({ merchantId, targetId, field, value })
    .from(identifier)
    .where(
      and(
        eq(identifier.environment, environment),
        inArray(identifier.merchantId, [...merchantIds]),
        eq(identifier.kind, kind),
        inArray(identifier.field, [...fields]),
        inArray(identifier.value, [...values]),
      ),
    )
    .orderBy(desc(identifier.occurredAt))
    .limit(500);
}

type ExactOptions = {
  environment: string;
  merchantIds: readonly string[];
  fields: readonly string[];
  values: readonly string[];
  limit: number;
};

/** So many newest rows with a value are looked through for one of the fields: a terminal's number stands in very many. */
const lookedThroughMax = 1_000;

/** Targets whose identifier in one of the fields is exactly one of the values; `limit` of each value and merchant, newest first. */
export async function findIdentifiersExactly(
  db: Queryable,
  { environment, merchantIds, fields, values, limit }: ExactOptions,
): Promise<IdentifierHit[]> {
  const wanted = [...new Set(values)].filter((value) => value !== "");
  if (merchantIds.length === 0 || wanted.length === 0) return [];
  const { rows } = await db.execute<FoundRow>(sql`
    select hit.*, ${atMs} as at_ms
    from unnest(${sql.param([...merchantIds])}::uuid[]) merchant(id), unnest(${sql.param(wanted)}::text[]) wanted(value)
    cross join lateral (
      select near.* from (
        select * from identifier where merchant_id = merchant.id and identifier.value = wanted.value
        order by occurred_at desc limit ${lookedThroughMax}) near
      where near.environment = ${environment} and near.field = any(${sql.param([...fields])}::text[])
      order by near.occurred_at desc limit ${limit}) hit
    order by hit.occurred_at desc`);
  return rows.map((row) => toHit(row, true));
}

type FindOptions = { environment: string; merchantIds: readonly string[]; value: string; hashedValue: string; limit: number };

/**
 * Targets whose identifier equals the value (or its keyed hash), newest first, then those it begins, in order of what
 * they are. Never inside, and a hash is found only whole (contract.md: find). One short search of an index for each
 * merchant, however much it holds; the rows themselves are read only of those that come out on top.
 */
export async function findIdentifiers(db: Queryable, options: FindOptions): Promise<IdentifierHit[]> {
  const { environment, merchantIds, value, hashedValue, limit } = options;
  if (merchantIds.length === 0 || value === "") return [];
  const merchants = sql.param([...merchantIds]);
  const values = sql.param([...new Set([value, withoutLeadingZeros(value), hashedValue])]);
  const exact = await select(db, {
    environment,
    limit,
    order: sql`occurred_at desc`,
    keys: sql`unnest(${merchants}::uuid[]) merchant(id), unnest(${values}::text[]) wanted(value) cross join lateral (
      select merchant_id, identifier.value, occurred_at from identifier
      where merchant_id = merchant.id and identifier.value = wanted.value order by occurred_at desc limit ${limit}) near`,
  });
  const left = limit - exact.length;
  if (left <= 0) return once(exact.map((row) => toHit(row, true)));
  const begun = await select(db, {
    environment,
    limit: left,
    order: sql`value, occurred_at desc`,
    keys: sql`unnest(${merchants}::uuid[]) merchant(id) cross join lateral (
      select merchant_id, value, occurred_at from identifier
      where merchant_id = merchant.id and value > ${value} and value < ${value} || chr(1114111) and value = upper(value)
      order by value, occurred_at desc limit ${left}) near`,
  });
  return once([...exact.map((row) => toHit(row, true)), ...begun.map((row) => toHit(row, false))]);
}

/** A target that fits with and without its leading zeros fits once. */
function once(hits: readonly IdentifierHit[]): IdentifierHit[] {
  const first = new Map<string, IdentifierHit>();
  for (const hit of hits) {
    const name = `${hit.merchantId} ${hit.kind} ${hit.targetId} ${hit.field}`;
    if (!first.has(name)) first.set(name, hit);
  }
  return [...first.values()];
}

const atMs = epochMs(sql`hit.occurred_at`);

type FoundRow = {
  environment: string;
  merchant_id: string;
  kind: string;
  target_id: string;
  field: string;
  value: string;
  at_ms: number;
};

type Search = { environment: string; limit: number; order: SQL; keys: SQL };

/** `keys` are read from the index alone. Rows that share one, as those of a sale and its fee do, come together. */
async function select(db: Queryable, { environment, limit, order, keys }: Search): Promise<FoundRow[]> {
  const { rows } = await db.execute<FoundRow>(sql`
    with key as materialized (
      select distinct * from (select near.* from ${keys} order by ${order} limit ${limit}) top)
    select hit.*, ${atMs} as at_ms from key join identifier hit using (merchant_id, value, occurred_at)
    where hit.environment = ${environment} order by ${order} limit ${limit}`);
  return rows;
}

function toHit(row: FoundRow, exact: boolean): IdentifierHit {
  const { environment, field, value } = row;
  const kind = row.kind as IdentifierKind;
  const occurredAt = new Date(row.at_ms);
  return { environment, merchantId: row.merchant_id, kind, targetId: row.target_id, field, value, occurredAt, exact };
}
