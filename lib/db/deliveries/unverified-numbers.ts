import { inArray, type SQL, sql } from "drizzle-orm";
import { normaliseIdentifier, withoutLeadingZeros } from "#lib/core/identifiers.ts";
import { maskCardNumbers } from "#lib/privacy/mask.ts";
import type { Queryable } from "../connection/open-store.ts";
import { executePrepared } from "../connection/prepared.ts";
import { inScope, isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import type { DeliveryRow } from "../notifications/notifications.ts";
import { unverifiedNumber } from "../schema/reconciliation.ts";
import { epochMs } from "../settings/epoch.ts";

/** Anyone can send a forgery, so only this many bytes of each number are stored. */
const bytesMax = 100;

type Numbered = Pick<DeliveryRow, "id" | "environment" | "merchantId" | "receivedAt" | "orderId" | "trnref">;

/** A delivery that mentions a number. It proves nothing about any payment. */
export type UnverifiedHit = { merchantId: string; deliveryId: string; field: string; value: string; exact: boolean; at: Date };

/** Stores the order number and IPC_Trnref of deliveries as lists show them, each also without leading zeros. */
export async function saveUnverifiedNumbers(db: Queryable, deliveries: readonly Numbered[]): Promise<void> {
  const rows = deliveries.flatMap(({ id: deliveryId, environment, merchantId, receivedAt, orderId, trnref }) => {
    const numbers = [
      ["orderId", orderId ?? ""],
      ["trnref", trnref ?? ""],
    ] as const;
    return numbers.flatMap(([field, text]) =>
      spellingsOf(toNumber(text)).map((value) => ({ deliveryId, environment, merchantId, field, value, receivedAt })),
    );
  });
  if (rows.length > 0) await db.insert(unverifiedNumber).values(rows).onConflictDoNothing();
}

export async function deleteUnverifiedNumbers(db: Queryable, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length > 0) await db.delete(unverifiedNumber).where(inArray(unverifiedNumber.deliveryId, [...deliveryIds]));
}

type NumberQuery = { scope: MerchantScope; value: string; limit: number };

/** Deliveries whose number equals the value, newest first, then those whose number starts with it. */
export async function findUnverifiedNumbers(db: Queryable, { scope, value, limit }: NumberQuery): Promise<UnverifiedHit[]> {
  const exact = await findUnverifiedExactly(db, { scope, values: [value], limit });
  if (exact.length >= limit) return exact.slice(0, limit);
  const start = cut(value);
  const prefixHits = await select(db, {
    scope,
    values: [start],
    limit: limit - exact.length,
    fits: sql`value >= wanted.value and value < wanted.value || chr(1114111)`,
    order: sql`value, received_at desc`,
  });
  const known = new Set(exact.map(({ deliveryId }) => deliveryId));
  return [...exact, ...prefixHits.filter((hit) => begins(hit, value) && !known.has(hit.deliveryId))];
}

/** Deliveries whose number equals one of the values; at most `limit` for each value, newest first. */
export async function findUnverifiedExactly(
  db: Queryable,
  { scope, values, limit }: Omit<NumberQuery, "value"> & { values: readonly string[] },
): Promise<UnverifiedHit[]> {
  const valueSet = new Set(values.flatMap((value) => [value, withoutLeadingZeros(value)]));
  const found = await select(db, {
    scope,
    values: [...new Set([...valueSet].map(cut))],
    limit,
    fits: sql`value = wanted.value`,
    order: sql`received_at desc`,
  });
  return found
    .filter(({ value }) => valueSet.has(value) || valueSet.has(withoutLeadingZeros(value)))
    .map((hit) => ({ ...hit, exact: true }));
}

type Search = { scope: MerchantScope; values: readonly string[]; limit: number; fits: SQL; order: SQL };

type FoundRow = {
  merchant_id: string;
  delivery_id: string;
  field: string;
  order_id: string | null;
  trnref: string | null;
  at_ms: number;
};

/** The returned `value` is the whole number; the index contains only its first bytes. */
async function select(db: Queryable, { scope, values, limit, fits, order }: Search): Promise<UnverifiedHit[]> {
  const nonEmpty = values.filter((value) => value !== "");
  if (isEmptyScope(scope) || nonEmpty.length === 0) return [];
  const rows = await executePrepared<FoundRow>(
    db,
    sql`
    select near.merchant_id, near.delivery_id, near.field, delivery.order_id, delivery.trnref, ${epochMs(sql`near.received_at`)} as at_ms
    from unnest((select ${sql.param(nonEmpty)}::text[])) wanted(value)
    cross join lateral (
      select environment, merchant_id, delivery_id, field, value, received_at from unverified_number
      where ${inScope(scope, unverifiedNumber)} and ${fits} order by ${order} limit ${limit}) near
    join delivery on delivery.id = near.delivery_id and delivery.environment = near.environment
    order by near.received_at desc`,
  );
  const hits = rows.map((row): UnverifiedHit => {
    const value = toNumber((row.field === "trnref" ? row.trnref : row.order_id) ?? "");
    return {
      merchantId: row.merchant_id,
      deliveryId: row.delivery_id,
      field: row.field,
      value,
      exact: false,
      at: new Date(row.at_ms),
    };
  });
  return [...new Map(hits.map((hit) => [`${hit.deliveryId} ${hit.field}`, hit])).values()];
}

function begins({ value }: UnverifiedHit, start: string): boolean {
  return value.startsWith(start) || withoutLeadingZeros(value).startsWith(start);
}

/** Anyone can send a card number as an order number, with any spacing: it is masked before and after its spaces are removed. */
function toNumber(text: string): string {
  return maskCardNumbers(normaliseIdentifier(maskCardNumbers(text)));
}

function spellingsOf(value: string): string[] {
  return [...new Set([cut(value), cut(withoutLeadingZeros(value))])].filter((text) => text !== "");
}

/** The first bytes, up to a whole character. */
function cut(value: string): string {
  const letters = [...value.toWellFormed().slice(0, bytesMax)];
  while (Buffer.byteLength(letters.join("")) > bytesMax) letters.pop();
  return letters.join("");
}
