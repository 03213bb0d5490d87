import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import { identifier } from "./schema/identifier.ts";
import { deliveryText } from "./schema/ledger-join.ts";
import { delivery } from "./schema/notification.ts";

/** What is looked for: an identifier as compared, its keyed hash, and words (lower case, each the beginning of one). */
export type DeliverySearch = { value: string; hashed: string; words: readonly string[] };

type Place = { environment: string; merchantIds: readonly string[] };

/** Up to here the found deliveries are collected first; what fits more often is met soon by going through the log. */
const fewMax = 5_000;

/** The condition that a delivery fits, chosen by how many do. */
export async function fitsSearch(db: Queryable, place: Place, search: DeliverySearch): Promise<SQL> {
  if (search.value === "") return sql`false`;
  const found = sql.join(
    finders(place, search).map((finder) => sql`(${finder} limit ${fewMax + 1})`),
    sql` union all `,
  );
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*) as count from (select 1 from (${found}) found limit ${fewMax + 1}) few`,
  );
  return (rows[0]?.count ?? 0) <= fewMax ? sql`${delivery.id} in (${found})` : fitsInPlace(search);
}

function finders({ environment, merchantIds }: Place, search: DeliverySearch): SQL[] {
  const mine = [...merchantIds];
  const words = toWordQuery(search.words);
  const known = (fits: SQL) =>
    sql`select ${identifier.targetId}::uuid as id from ${identifier} where ${and(
      eq(identifier.environment, environment),
      eq(identifier.kind, "notification"),
      inArray(identifier.merchantId, mine),
      fits,
    )}`;
  const unverified = and(inArray(delivery.merchantId, mine), sql`${delivery.verdict} <> 'valid'`, namesIt(search.value));
  return [
    known(eq(identifier.value, search.hashed)),
    known(beginsWith(sql`${identifier.value}`, search.value)),
    sql`select ${delivery.id} as id from ${delivery} where ${unverified}`,
    ...(words === null
      ? []
      : [
          sql`select ${deliveryText.deliveryId} as id from ${deliveryText} where ${and(inArray(deliveryText.merchantId, mine), sql`${deliveryText.words} @@ ${words}::tsquery`)}`,
        ]),
  ];
}

/** The same asked of one delivery after the other. */
function fitsInPlace({ value, hashed, words: given }: DeliverySearch): SQL {
  const words = toWordQuery(given);
  const known = sql`exists (select 1 from ${identifier} where ${and(
    eq(identifier.merchantId, sql`${delivery.merchantId}`),
    eq(identifier.kind, "notification"),
    sql`${identifier.targetId} = ${delivery.id}::text`,
    or(eq(identifier.value, hashed), beginsWith(sql`${identifier.value}`, value)),
  )})`;
  const named = sql`(${delivery.verdict} <> 'valid' and ${namesIt(value)})`;
  const worded = sql`exists (select 1 from ${deliveryText} where ${deliveryText.deliveryId} = ${delivery.id} and ${deliveryText.words} @@ ${words}::tsquery)`;
  return words === null ? sql`(${known} or ${named})` : sql`(${known} or ${named} or ${worded})`;
}

/** What is not verified has no identifiers, so its order and reference are compared in place. */
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
