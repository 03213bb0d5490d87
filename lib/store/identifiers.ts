import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "../core/identifiers.ts";
import { toInt4Array, toTextArray } from "./binary-arrays.ts";
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

/** All of one merchant and kind. What the identifiers of a target share is sent once. */
async function saveOfOne(db: Queryable, rows: NewIdentifier[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { environment, merchantId, kind } = first;
  const { targets, places } = toTargets(rows);
  const isUnique = kind !== "transaction";
  await db.execute(sql`
    insert into identifier (environment, merchant_id, kind, target_id, field, value, occurred_at)
    select ${environment}, ${merchantId}::uuid, ${kind}, target.id, field, value, target.occurred_at
    from unnest(${sql.param(toInt4Array(places))}::int4[], ${sql.param(toTextArray(rows.map(({ field }) => field)))}::text[],
      ${sql.param(toTextArray(rows.map(({ value }) => value)))}::text[]) as new_row(place, field, value)
    join unnest(${sql.param(toTextArray(targets.map(({ targetId }) => targetId)))}::text[],
      ${sql.param(targets.map(({ occurredAt }) => occurredAt.toISOString()))}::timestamptz[]) with ordinality
      as target(id, occurred_at, place) using (place)
    ${isUnique ? sql`on conflict do nothing` : sql``}`);
}

/** Identifiers of one target come together and share its time. */
function toTargets(rows: readonly NewIdentifier[]): { targets: NewIdentifier[]; places: number[] } {
  const targets: NewIdentifier[] = [];
  const places = rows.map((row) => {
    const last = targets.at(-1);
    if (row.targetId !== last?.targetId || row.occurredAt !== last.occurredAt) targets.push(row);
    return targets.length;
  });
  return { targets, places };
}

const rowsAtOnce = 5_000;

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
