import { type Name, type SQL, sql } from "drizzle-orm";
import type { Transaction } from "./open-store.ts";

type KeyColumn = readonly [name: string, type: "text" | "uuid" | "bigint" | "timestamptz"];

/** `row`: the row's name in the vault, as SQL over its key; by default the key's only column. */
export type SealedColumn = { table: string; column: string; row?: string } & (
  | { idType: KeyColumn[1] }
  | { key: readonly KeyColumn[] }
);
export type SealedValue = { row: string; key: string[]; value: Buffer };

/** Every column that the vault seals, each bound to its row. Other bytea columns contain hashes or headers. */
export const sealedColumns: readonly SealedColumn[] = [
  { table: "environment", column: "client_id", idType: "text" },
  { table: "environment", column: "client_secret", idType: "text" },
  { table: "merchant", column: "client_id", idType: "uuid" },
  { table: "merchant", column: "client_secret", idType: "uuid" },
  { table: "identity_pair", column: "held", idType: "text" },
  { table: "staff", column: "totp", idType: "uuid" },
  { table: "staff", column: "totp_pending", idType: "uuid" },
  { table: "delivery", column: "body", idType: "uuid" },
  { table: "note", column: "text", idType: "uuid" },
  {
    table: "tag",
    column: "name",
    key: [
      ["environment", "text"],
      ["mark", "text"],
    ],
    row: "environment || '/' || mark",
  },
  { table: "alert", column: "comment", idType: "uuid" },
  { table: "alert_channel", column: "sealed_url", idType: "uuid" },
  { table: "alert_channel", column: "sealed_secret", idType: "uuid" },
  { table: "saved_view", column: "search", idType: "uuid" },
  {
    table: "transaction",
    column: "sealed",
    key: [
      ["occurred_at", "timestamptz"],
      ["id", "text"],
      ["merchant_id", "uuid"],
    ],
    row: "merchant_id || '/' || id",
  },
  { table: "payment", column: "sealed_intent", idType: "uuid" },
  { table: "payment", column: "sealed_record", idType: "uuid" },
  { table: "audit", column: "sealed_detail", idType: "bigint" },
  { table: "person_name", column: "sealed", idType: "text" },
  { table: "forward_target", column: "sealed_url", key: [["endpoint_id", "text"]] },
  {
    table: "sandbox_record",
    column: "sealed",
    key: [
      ["kind", "text"],
      ["key", "text"],
    ],
    row: "kind || '/' || key",
  },
];

type Page = { prefix: Buffer; after: readonly string[] | undefined; limit: number };

/** Values of the column that do not start with `prefix`, ordered and locked by row. */
export async function lockSealedWithOtherKey(tx: Transaction, column: SealedColumn, page: Page): Promise<SealedValue[]> {
  const value = sql.identifier(column.column);
  const key = keyOf(column);
  const names = joinKeyColumns(key, ([name]) => sql.identifier(name));
  const row = sql.raw(column.row ?? `${key[0]?.[0]}::text`);
  const next =
    page.after === undefined
      ? sql``
      : sql`and (${names}) > (${joinKeyColumns(key, ([, type], index) => sql`${page.after?.[index]}${sql.raw(`::${type}`)}`)})`;
  const { rows } = await tx.execute<SealedValue>(sql`
    select ${row} as row, array[${joinKeyColumns(key, ([name]) => sql`${sql.identifier(name)}::text`)}] as key, ${value} as value
    from ${sql.identifier(column.table)}
    where substring(${value} from 1 for ${page.prefix.length}) <> ${page.prefix} ${next}
    order by ${names} limit ${page.limit} for update`);
  return rows;
}

export async function putSealed(tx: Transaction, column: SealedColumn, values: readonly SealedValue[]): Promise<void> {
  const key = keyOf(column);
  const table = sql.identifier(column.table);
  const columns = joinKeyColumns(key, (_, index) => sql`${sql.param(values.map((value) => value.key[index]))}::text[]`);
  const isSame = sql.join(
    key.map(([name, type]) => sql`${table}.${sql.identifier(name)} = fresh.${sql.identifier(name)}${sql.raw(`::${type}`)}`),
    sql` and `,
  );
  // Also passed as values, so that a partitioned table writes only to the partitions of these rows.
  const isAmong = sql.join(
    key.map(([name, type], index) => {
      const keys = sql.param(values.map((value) => value.key[index]));
      return sql`${table}.${sql.identifier(name)} = any(${keys}${sql.raw(`::${type}[]`)})`;
    }),
    sql` and `,
  );
  await tx.execute(sql`
    update ${table} set ${sql.identifier(column.column)} = fresh.sealed_anew
    from unnest(${columns}, ${sql.param(values.map(({ value }) => value))}::bytea[])
      as fresh (${joinKeyColumns(key, ([name]) => sql.identifier(name))}, sealed_anew)
    where ${isSame} and ${isAmong}`);
}

function keyOf(column: SealedColumn): readonly KeyColumn[] {
  return "key" in column ? column.key : [["id", column.idType]];
}

function joinKeyColumns(key: readonly KeyColumn[], toSql: (column: KeyColumn, index: number) => SQL | Name): SQL {
  return sql.join(key.map(toSql), sql`, `);
}
