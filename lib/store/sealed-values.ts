import { sql } from "drizzle-orm";
import type { Transaction } from "./open-store.ts";

export type SealedColumn = { table: string; column: string; idType: "text" | "uuid" };
export type SealedValue = { row: string; value: Buffer };

/** Every column the vault seals, each bound to its row's `id`. A bytea column that is not here holds a hash. */
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
];

type Page = { prefix: Buffer; after: string | undefined; limit: number };

/** Values of the column that do not begin with `prefix`, in the order of their rows, which stay locked. */
export async function takeSealedOtherwise(tx: Transaction, place: SealedColumn, page: Page): Promise<SealedValue[]> {
  const value = sql.identifier(place.column);
  const next = page.after === undefined ? sql`` : sql`and id > ${page.after}${idCast(place)}`;
  const { rows } = await tx.execute<SealedValue>(sql`
    select id::text as row, ${value} as value from ${sql.identifier(place.table)}
    where substring(${value} from 1 for ${page.prefix.length}) <> ${page.prefix} ${next}
    order by id limit ${page.limit} for update`);
  return rows;
}

export async function putSealed(tx: Transaction, place: SealedColumn, values: readonly SealedValue[]): Promise<void> {
  const [rows, sealed] = [values.map(({ row }) => row), values.map(({ value }) => value)];
  await tx.execute(sql`
    update ${sql.identifier(place.table)} set ${sql.identifier(place.column)} = fresh.value
    from unnest(${sql.param(rows)}::text[], ${sql.param(sealed)}::bytea[]) as fresh (row, value)
    where id = fresh.row${idCast(place)}`);
}

function idCast({ idType }: SealedColumn) {
  return sql.raw(`::${idType}`);
}
