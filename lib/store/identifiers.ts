import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "../core/identifiers.ts";
import { epochMs } from "./epoch.ts";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";

export type IdentifierKind = "transaction" | "payment" | "notification";

export type NewIdentifier = {
  environment: string;
  merchantId: string;
  kind: IdentifierKind;
  targetId: string;
  /** reference, referenceNumber, trnref, orderId, stan, terminal, pan, paymentId, amount, email, phone … */
  field: string;
  /** Normalised by `normaliseIdentifier`, or a keyed hash for personal ones. */
  value: string;
  occurredAt: Date;
};

export type IdentifierHit = NewIdentifier & { exact: boolean };

/** Remembers identifiers, each also without its leading zeros; repeating it for payments and notifications changes nothing. */
export async function saveIdentifiers(db: Queryable, rows: readonly NewIdentifier[]): Promise<void> {
  let left = rows.filter((row) => row.value !== "").flatMap(withVariant);
  for (let first = left[0]; first; first = left[0]) {
    const isOfOne = isLike(first);
    const own = left.filter(isOfOne);
    left = own.length === left.length ? [] : left.filter((row) => !isOfOne(row));
    for (let at = 0; at < own.length; at += rowsAtOnce) await saveOfOne(db, own.slice(at, at + rowsAtOnce));
  }
}

function isLike({ environment, merchantId, kind }: NewIdentifier): (row: NewIdentifier) => boolean {
  return (row) => row.merchantId === merchantId && row.kind === kind && row.environment === environment;
}

/** All of one merchant and kind. */
async function saveOfOne(db: Queryable, rows: NewIdentifier[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { environment, merchantId, kind } = first;
  const column = (read: (row: NewIdentifier) => string) => sql.param(rows.map(read));
  const isUnique = kind !== "transaction";
  await db.execute(sql`
    insert into identifier (environment, merchant_id, kind, target_id, field, value, occurred_at)
    select ${environment}, ${merchantId}::uuid, ${kind}, target_id, field, value, occurred_at
    from unnest(${column((row) => row.targetId)}::text[], ${column((row) => row.field)}::text[],
      ${column((row) => row.value)}::text[], ${column(isoTexts())}::timestamptz[])
      as new_row(target_id, field, value, occurred_at)
    ${isUnique ? sql`on conflict do nothing` : sql``}`);
}

const rowsAtOnce = 5_000;

/** Identifiers of one row come together and share its time: it is written out once. */
function isoTexts(): (row: NewIdentifier) => string {
  let at: Date | undefined;
  let text = "";
  return ({ occurredAt }) => {
    if (occurredAt !== at) text = occurredAt.toISOString();
    at = occurredAt;
    return text;
  };
}

function withVariant(given: NewIdentifier): NewIdentifier[] {
  const row = { ...given, value: given.value.toWellFormed() };
  const value = withoutLeadingZeros(row.value);
  return value === row.value ? [row] : [row, { ...row, value }];
}

/** Forgets what a target was known by, before it is saved anew. */
export async function forgetIdentifiers(
  db: Queryable,
  {
    merchantId,
    kind,
    targetIds,
  }: { merchantId: string; kind: Exclude<IdentifierKind, "transaction">; targetIds: readonly string[] },
): Promise<void> {
  if (targetIds.length === 0) return;
  await db
    .delete(identifier)
    .where(
      and(
        eq(identifier.merchantId, merchantId),
        eq(identifier.kind, kind),
        ne(identifier.kind, "transaction"),
        inArray(identifier.targetId, [...targetIds]),
      ),
    );
}

/** The same for transactions, which are found by the time they had. */
export async function forgetTransactionIdentifiers(
  db: Queryable,
  { merchantId, rows }: { merchantId: string; rows: readonly { id: string; occurredAt: Date }[] },
): Promise<void> {
  if (rows.length === 0) return;
  await db.delete(identifier).where(
    and(
      inArray(
        identifier.occurredAt,
        rows.map((row) => row.occurredAt),
      ),
      eq(identifier.merchantId, merchantId),
      eq(identifier.kind, "transaction"),
      inArray(
        identifier.targetId,
        rows.map((row) => row.id),
      ),
    ),
  );
}

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

type FindOptions = { environment: string; merchantIds: readonly string[]; value: string; hashedValue: string; limit: number };

/**
 * Targets whose identifier equals the value (or its keyed hash), newest first, then those it begins, in order of what
 * they are. Never inside, and a hash is found only whole (contract.md: find). One short search of an index for each
 * merchant, however much it holds.
 */
export async function findIdentifiers(db: Queryable, options: FindOptions): Promise<IdentifierHit[]> {
  const { environment, merchantIds, value, hashedValue, limit } = options;
  if (merchantIds.length === 0 || value === "") return [];
  const merchants = sql.param([...merchantIds]);
  const values = sql.param([...new Set([value, withoutLeadingZeros(value), hashedValue])]);
  const exact = await select(
    db,
    sql`
    select hit.*, ${atMs} as at_ms from unnest(${merchants}::uuid[]) merchant(id), unnest(${values}::text[]) wanted(value) cross join lateral (
      select * from identifier where merchant_id = merchant.id and identifier.value = wanted.value and environment = ${environment}
      order by occurred_at desc limit ${limit}) hit
    order by occurred_at desc limit ${limit}`,
  );
  const left = limit - exact.length;
  if (left <= 0) return once(exact.map((row) => toHit(row, true)));
  const begun = await select(
    db,
    sql`
    select hit.*, ${atMs} as at_ms from unnest(${merchants}::uuid[]) merchant(id) cross join lateral (
      select * from identifier where merchant_id = merchant.id and value > ${value} and value < ${value} || chr(1114111)
        and value = upper(value) and environment = ${environment}
      order by value, occurred_at desc limit ${left}) hit
    order by value, occurred_at desc limit ${left}`,
  );
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

async function select(db: Queryable, statement: SQL): Promise<FoundRow[]> {
  return (await db.execute<FoundRow>(statement)).rows;
}

function toHit(row: FoundRow, exact: boolean): IdentifierHit {
  const { environment, field, value } = row;
  const kind = row.kind as IdentifierKind;
  const occurredAt = new Date(row.at_ms);
  return { environment, merchantId: row.merchant_id, kind, targetId: row.target_id, field, value, occurredAt, exact };
}
