import { and, type SQL, sql } from "drizzle-orm";
import { anyOf, beginningWith, isKnownBy, mayBeStored } from "./identifiers.ts";
import { inScope, type MerchantScope } from "./merchant-scope.ts";
import type { Queryable } from "./open-store.ts";
import { deliveryText } from "./schema/ledger-join.ts";
import { delivery } from "./schema/notification.ts";

/** What is looked for: an identifier as compared, its keyed hash, and words (lower case, each the beginning of one). */
export type DeliverySearch = { value: string; hashed: string; words: readonly string[] };

/** Up to here the found deliveries are collected first; what fits more often is met soon by going through the log. */
const fewMax = 5_000;

/** The condition that a delivery fits, chosen by how many do. */
export async function fitsSearch(db: Queryable, scope: MerchantScope, search: DeliverySearch): Promise<SQL> {
  if (!mayBeStored(search.value)) return sql`false`;
  const found = finders(scope, search);
  const parts = found.map((finder, at) => sql`${name(at)} as materialized (${finder})`);
  const few = found.map((_, at) => sql`(select id from ${name(at)} limit ${fewMax + 1})`);
  const { rows } = await db.execute<{ id: string }>(sql`
    with ${sql.join(parts, sql`, `)} select id from (${sql.join(few, sql` union all `)}) found limit ${fewMax + 1}`);
  if (rows.length > fewMax) return fitsInPlace(search);
  return sql`${delivery.id} = any(${sql.param(rows.map(({ id }) => id))}::uuid[])`;
}

const name = (at: number) => sql.raw(`found_${at}`);

/** What the identifiers' index finds is collected before anything else: the database would not know how few there are. */
function finders(scope: MerchantScope, search: DeliverySearch): SQL[] {
  const words = toWordQuery(search.words);
  const mine = inScope(scope, delivery);
  const known = sql`select ${delivery.id} as id from ${delivery} where ${and(mine, isIdentified(search))}`;
  const unverified = sql`select ${delivery.id} as id from ${delivery} where ${and(mine, sql`${delivery.verdict} <> 'valid'`, namesIt(search.value))}`;
  if (words === null) return [known, unverified];
  const worded = sql`${deliveryText.words} @@ ${words}::tsquery`;
  // Of what others received too: the list leaves it out.
  const ofList = scope.merchantIds && sql`${deliveryText.merchantId} = any(${sql.param([...scope.merchantIds])}::uuid[])`;
  const spoken = sql`select ${deliveryText.deliveryId} as id from ${deliveryText} where ${and(worded, ofList ?? undefined)}`;
  return [known, unverified, spoken];
}

function isIdentified({ value, hashed }: DeliverySearch): SQL {
  return isKnownBy(delivery.identifiers, `${beginningWith(value)} | ${anyOf([hashed])}`);
}

/** The same asked of one delivery after the other. */
function fitsInPlace({ value, hashed, words: given }: DeliverySearch): SQL {
  const words = toWordQuery(given);
  const known = isIdentified({ value, hashed, words: given });
  const named = sql`(${delivery.verdict} <> 'valid' and ${namesIt(value)})`;
  const worded = sql`exists (select 1 from ${deliveryText} where ${deliveryText.deliveryId} = ${delivery.id} and ${deliveryText.environment} = ${delivery.environment} and ${deliveryText.words} @@ ${words}::tsquery)`;
  return words === null ? sql`(${known} or ${named})` : sql`(${known} or ${named} or ${worded})`;
}

/** What is not verified has none, so its order and reference are compared in place. */
function namesIt(value: string): SQL {
  const bare = (column: typeof delivery.orderId | typeof delivery.trnref) =>
    beginsWith(sql`replace(replace(upper(${column}), '-', ''), ' ', '')`, value);
  return sql`(${bare(delivery.orderId)} or ${bare(delivery.trnref)})`;
}

function beginsWith(column: SQL, value: string): SQL {
  return sql`${column} like ${`${value.replace(/[\\%_]/g, "\\$&")}%`}`;
}

/** Every word must stand somewhere, whole or as a beginning. Null without words. */
function toWordQuery(words: readonly string[]): string | null {
  return words.length === 0 ? null : words.map((word) => `'${word}':*`).join(" & ");
}
