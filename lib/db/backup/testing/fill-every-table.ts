import { sql } from "drizzle-orm";
import type { Database, Transaction } from "../../connection/open-store.ts";

const month = "2026-03-04 11:20:05.123456+00";
const firstIdOfMonth = `${Date.parse("2026-03-04T11:20:05.123Z")
  .toString(16)
  .padStart(12, "0")
  .replace(/^(.{8})/, "$1-")}-7000-8000-000000000001`;

/**
 * Three values of each type, hard to copy or at the end of their range. Rows of different tables that refer to each other
 * have the same one.
 */
const awkward: Readonly<Record<string, readonly [string, string, string]>> = {
  text: ["awkward \t \n \r \\ \\N \\. ' \" é 😀 \u2028", "", "\\N"],
  uuid: [firstIdOfMonth, "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
  bytea: ["\\x", "\\x00ff5c4e0a0d09", "\\xdeadbeef"],
  jsonb: ['[1, "tab\\t \\" \\\\ é", null, {"": 10000000000000000000000.10}]', "[]", "[{}]"],
  "text[]": ['{"a,b","","NULL",NULL,"q\\"\\\\"}', "{}", "{é}"],
  "timestamp with time zone": ["1969-12-31 23:59:59.999999+00", month, "0044-03-15 00:00:00+00 BC"],
  "timestamp with time zone[]": ['{"1969-12-31 23:59:59.999999+00",NULL,infinity}', "{}", '{"0044-03-15 00:00:00+00 BC"}'],
  date: ["1969-12-31", "9999-12-31", "0044-03-15 BC"],
  bigint: ["9223372036854775807", "1", "2"],
  integer: ["2147483647", "1", "2"],
  "integer[]": ["{2147483647,NULL,-1}", "{}", "{0}"],
  smallint: ["32767", "1", "2"],
  boolean: ["true", "false", "true"],
  numeric: ["0.10", "-1", "2"],
  "double precision": ["0.30000000000000004", "NaN", "-Infinity"],
  "double precision[]": ["{0.30000000000000004,NaN,-Infinity}", "{}", "{NULL,-0}"],
  real: ["0.1", "NaN", "-Infinity"],
  xid8: ["18446744073709551615", "3", "4"],
  tsvector: ["'it''s \\\\':1A,16383 'é'", "", "'b'"],
  interval: ["-1 mons +2 days 00:00:00.000001", "0", "1 day"],
};
const environments = ["sandbox", "demo", "production"] as const;

type Column = { name: string; type: string; isNullable: boolean };

/** Three rows in every table but the audit log, whose chain only the program writes; the last with null wherever it may be. */
export async function fillEveryTable(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    // Their results would depend on the order of the tables.
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`select ensure_delivery_month('sandbox', ${month}::timestamptz)`);
    for (const environment of environments) {
      for (const at of awkward["timestamp with time zone"] ?? [])
        await tx.execute(sql`select ensure_transaction_month(${environment}, ${at}::timestamptz)`);
    }
    for (const { table, columns } of await listColumns(tx)) {
      for (const row of [0, 1, 2] as const) await insertRow(tx, { table, columns, row });
    }
  });
}

async function listColumns(tx: Transaction): Promise<{ table: string; columns: Column[] }[]> {
  const { rows } = await tx.execute<{ table: string; columns: Column[] }>(sql`
    select relname as table, json_agg(json_build_object('name', attname, 'type', format_type(atttypid, null),
      'isNullable', not attnotnull) order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = '' and relname not in ('audit', 'audit_anchor')
    group by relname order by relname`);
  return rows;
}

type Row = { table: string; columns: readonly Column[]; row: 0 | 1 | 2 };

async function insertRow(tx: Transaction, { table, columns, row }: Row): Promise<void> {
  const names = columns.map(({ name }) => sql.identifier(name));
  const values = columns.map((column) => sql`${awkwardValue(column, row)}::${sql.raw(column.type)}`);
  await tx.execute(sql`insert into ${sql.identifier(table)} (${sql.join(names, sql`, `)}) overriding system value
    values (${sql.join(values, sql`, `)})`);
}

function awkwardValue({ name, type, isNullable }: Column, row: 0 | 1 | 2): string | null {
  if (isNullable && row === 2) return null;
  if (name === "environment") return environments[row];
  const values = awkward[type];
  if (!values) throw new Error(`There is no awkward value for ${type} (${name}).`);
  return values[row];
}
