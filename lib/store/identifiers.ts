import { and, desc, eq, inArray, like, sql } from "drizzle-orm";
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

const rowsAtOnce = 2_000;

/** Remembers identifiers; repeating it changes nothing. */
export async function saveIdentifiers(db: Queryable, rows: readonly NewIdentifier[]): Promise<void> {
  const wanted = rows.filter((row) => row.value !== "");
  for (let at = 0; at < wanted.length; at += rowsAtOnce) {
    await db
      .insert(identifier)
      .values(wanted.slice(at, at + rowsAtOnce))
      .onConflictDoNothing();
  }
}

/** Forgets what a target was known by, before it is saved anew. */
export async function forgetIdentifiers(
  db: Queryable,
  { merchantId, kind, targetIds }: { merchantId: string; kind: IdentifierKind; targetIds: readonly string[] },
): Promise<void> {
  if (targetIds.length === 0) return;
  await db
    .delete(identifier)
    .where(and(eq(identifier.merchantId, merchantId), eq(identifier.kind, kind), inArray(identifier.targetId, [...targetIds])));
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

/** Targets whose identifier equals the value (or its keyed hash), then those it begins. Never inside (contract.md: find). */
export async function findIdentifiers(db: Queryable, options: FindOptions): Promise<IdentifierHit[]> {
  if (options.merchantIds.length === 0) return [];
  const mine = and(eq(identifier.environment, options.environment), inArray(identifier.merchantId, [...options.merchantIds]));
  const exact = await db
    .select()
    .from(identifier)
    .where(and(mine, inArray(identifier.value, [options.value, options.hashedValue])))
    .orderBy(desc(identifier.occurredAt))
    .limit(options.limit);
  const left = options.limit - exact.length;
  if (left <= 0) return exact.map((row) => toHit(row, true));
  const prefix = `${options.value.replace(/[\\%_]/g, "\\$&")}%`;
  const begun = await db
    .select()
    .from(identifier)
    .where(and(mine, like(identifier.value, prefix), sql`${identifier.value} <> ${options.value}`))
    .orderBy(desc(identifier.occurredAt))
    .limit(left);
  return [...exact.map((row) => toHit(row, true)), ...begun.map((row) => toHit(row, false))];
}

function toHit(row: typeof identifier.$inferSelect, exact: boolean): IdentifierHit {
  return { ...row, kind: row.kind as IdentifierKind, exact };
}
