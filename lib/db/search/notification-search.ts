import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { delivery } from "../schema/notification.ts";
import { deliveryText } from "../schema/reconciliation.ts";
import { anyOf, beginningWith, isKnownBy, mayBeStored } from "./identifiers.ts";

/** The search: a normalised identifier, its keyed hash, and prefixes of words in lower case. */
export type DeliverySearch = { value: string; hashed: string; words: readonly string[] };

/** Up to this many matching deliveries are collected first. */
const fewMax = 5_000;

/** A condition that matches the deliveries found; undefined when there are too many. */
export async function fitsSearch(db: Queryable, scope: MerchantScope, search: DeliverySearch): Promise<SQL | undefined> {
  if (!mayBeStored(search.value)) return sql`false`;
  const ids = await collect(db, finders(scope, search), { order: sql``, limit: fewMax + 1 });
  return ids.length > fewMax ? undefined : isOneOf(ids);
}

/** A condition that matches the newest deliveries that were found and also fulfil `where`. */
export async function isNewestFitting(
  db: Queryable,
  search: DeliverySearch,
  { where, limit }: { where: SQL | undefined; limit: number },
): Promise<SQL> {
  const found = fittings(search).map((fits) => sql`select id, received_at, seq from ${delivery} where ${and(where, fits)}`);
  return isOneOf(await collect(db, found, { order: sql`order by received_at desc, seq desc`, limit }));
}

/** Materializes index results first: PostgreSQL cannot estimate how few there are. */
async function collect(db: Queryable, found: readonly SQL[], { order, limit }: { order: SQL; limit: number }): Promise<string[]> {
  const steps = found.map((finder, index) => sql`${name(index)} as materialized (${finder})`);
  const some = found.map((_, index) => sql`(select id from ${name(index)} ${order} limit ${limit})`);
  const { rows } = await db.execute<{ id: string }>(
    sql`with ${sql.join(steps, sql`, `)} select id from (${sql.join(some, sql` union all `)}) found`,
  );
  return rows.map(({ id }) => id);
}

function isOneOf(ids: readonly string[]): SQL {
  return sql`${delivery.id} = any(${sql.param([...ids])}::uuid[])`;
}

const name = (index: number) => sql.raw(`found_${index}`);

function finders(scope: MerchantScope, search: DeliverySearch): SQL[] {
  const words = toWordQuery(search.words);
  const scopeCondition = inScope(scope, delivery);
  const known = sql`select ${delivery.id} as id from ${delivery} where ${and(scopeCondition, isIdentified(search))}`;
  const unverified = sql`select ${delivery.id} as id from ${delivery} where ${and(scopeCondition, sql`${delivery.verdict} <> 'valid'`, namesIt(search.value))}`;
  if (words === null) return [known, unverified];
  const worded = sql`${deliveryText.words} @@ ${words}::tsquery`;
  // May include deliveries of other merchants, which the list's own condition removes.
  const ofList = scope.merchantIds && sql`${deliveryText.merchantId} = any(${sql.param([...scope.merchantIds])}::uuid[])`;
  const byWords = sql`select ${deliveryText.deliveryId} as id from ${deliveryText} where ${and(eq(deliveryText.environment, scope.environment), worded, ofList ?? undefined)}`;
  return [known, unverified, byWords];
}

function isIdentified({ value, hashed }: DeliverySearch): SQL {
  return isKnownBy(delivery.identifiers, `${beginningWith(value)} | ${anyOf([hashed])}`);
}

/** The same as a condition checked row by row. */
export function fitsInPlace(search: DeliverySearch): SQL {
  return sql`(${sql.join(fittings(search), sql` or `)})`;
}

function fittings(search: DeliverySearch): SQL[] {
  const words = toWordQuery(search.words);
  const named = sql`(${delivery.verdict} <> 'valid' and ${namesIt(search.value)})`;
  const worded = sql`exists (select 1 from ${deliveryText} where ${deliveryText.deliveryId} = ${delivery.id} and ${deliveryText.environment} = ${delivery.environment} and ${deliveryText.words} @@ ${words}::tsquery)`;
  return [isIdentified(search), named, ...(words === null ? [] : [worded])];
}

/** Unverified deliveries have no identifiers, so their order and reference are compared directly. */
function namesIt(value: string): SQL {
  const bare = (column: typeof delivery.orderId | typeof delivery.trnref) =>
    beginsWith(sql`replace(replace(upper(${column}), '-', ''), ' ', '')`, value);
  return sql`(${bare(delivery.orderId)} or ${bare(delivery.trnref)})`;
}

function beginsWith(column: SQL, value: string): SQL {
  return sql`${column} like ${`${value.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** Every word must occur, whole or as a prefix. Null without words. */
function toWordQuery(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(" & ");
}
