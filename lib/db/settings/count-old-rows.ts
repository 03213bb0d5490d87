import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import type { RetentionKind } from "./retention.ts";

type StoredRows = { rows: number; firstDay: string | null };
type CountQuery = { environment: string; kind: RetentionKind; zone: string };

/** How many rows of a kind an environment has, and their first day. */
export function describeStored(db: Queryable, query: CountQuery): Promise<StoredRows> {
  return countRows(db, query, sql`true`);
}

/** The same before the day `keptFrom`: what would be removed if that were the first retained day. */
export function describeOld(db: Queryable, { keptFrom, ...query }: CountQuery & { keptFrom: string }): Promise<StoredRows> {
  return countRows(db, query, sql`day < ${keptFrom}::date`);
}

async function countRows(db: Queryable, query: CountQuery, condition: SQL): Promise<StoredRows> {
  const { rows } = await db.execute<{ rows: number; first_day: string | null }>(sql`
    select coalesce(sum(rows), 0)::int as rows, min(day)::text as first_day
    from (select day, sum(rows) as rows from ${daysOf(query)} held where ${condition} group by day having sum(rows) > 0) days`);
  return { rows: rows[0]?.rows ?? 0, firstDay: rows[0]?.first_day ?? null };
}

/** Rows by day, from sums where they exist: counting a million notifications takes a second. */
function daysOf({ environment, kind, zone }: CountQuery): SQL {
  if (kind === "audit") return sql`(select (at at time zone ${zone})::date as day, 1 as rows from audit)`;
  if (kind === "transactions") {
    const scope = sql`kind_id in (select id from ledger_kind where environment = ${environment})`;
    return sql`(select day, rows from ledger_kind_day where ${scope} union all select day, rows from ledger_kind_change where ${scope})`;
  }
  const scope = sql`environment = ${environment} and fact = 'received'`;
  return sql`(
    select day, rows from overview_environment_day where ${scope} union all
    select (quarter at time zone ${zone})::date, rows from overview_change where ${scope})`;
}
