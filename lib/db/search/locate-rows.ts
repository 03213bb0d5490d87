import { sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { epochMs } from "../settings/epoch.ts";
import type { Facets } from "../transaction-sums/fitting-facets.ts";
import type { TransactionQuery } from "../transactions/transaction-query.ts";

export type Window = { from: Date; before: Date; isLast: boolean };

type LocateQuery = Pick<TransactionQuery, "from" | "before"> & {
  facets: Pick<Facets, "level" | "ids" | "ranges">;
  isFalling: boolean;
  rows: number;
};

/**
 * The period at the near end whose days contain at least `rows` rows of the facets, according to the day sums; `isLast`
 * when no rows follow it. Undefined when there are no rows. With amount bounds it is an upper estimate: a day's rows
 * may lie outside them.
 */
export async function locateRows(db: Queryable, query: LocateQuery): Promise<Window | undefined> {
  const { facets, from, before, isFalling, rows } = query;
  const start = from?.toISOString() ?? "-infinity";
  const end = before?.toISOString() ?? "infinity";
  const direction = sql.raw(isFalling ? "desc" : "asc");
  // With all rows of the last of these days: changes that wait to be added to it come in any order.
  const limit = rows + 2;
  const within = facets.ranges?.map(({ low, high }) => sql`(amount_max >= ${low} and amount_min <= ${high})`);
  const overlaps = within === undefined ? sql`true` : sql`(${sql.join(within, sql` or `)})`;
  type Found = { first_ms: number | null; last_ms: number | null; days: number; all_days: number; cut: boolean };
  const { rows: found } = await db.execute<Found>(sql`
    with near as materialized (
      select of_facet.* from unnest(${sql.param(facets.ids)}::int[]) as facet(id) cross join lateral (
        select day, rows, first_at, last_at, row_number() over (order by day ${direction}) as place
        from ${facets.level.days} held
        where facet_id = facet.id and last_at >= ${start}::timestamptz and first_at < ${end}::timestamptz and ${overlaps}
        order by day ${direction} fetch first ${limit} rows with ties) of_facet),
    by_day as (
      select day, min(first_at) as first_at, max(last_at) as last_at,
        sum(case when first_at >= ${start}::timestamptz and last_at < ${end}::timestamptz then rows else 0 end) as rows
      from near group by day),
    running as (select *, sum(rows) over (order by day ${direction}) - rows as rows_before from by_day)
    select ${epochMs(sql`min(first_at)`)} as first_ms, ${epochMs(sql`max(last_at)`)} as last_ms, count(*)::int as days, (select count(*)::int from by_day) as all_days,
      exists (select from near where place >= ${limit}) as cut
    from running where rows_before < ${rows}`);
  const [bounds] = found;
  if (!bounds || bounds.first_ms === null || bounds.last_ms === null) return undefined;
  const first = new Date(bounds.first_ms);
  const last = new Date(bounds.last_ms + 1);
  return {
    from: from && from > first ? from : first,
    before: before && before < last ? before : last,
    isLast: bounds.days === bounds.all_days && !bounds.cut,
  };
}
