import { sql } from "drizzle-orm";
import type { Queryable } from "./open-store.ts";
import type { RetentionKind } from "./retention.ts";

type Held = { rows: number; firstDay: string | null };

/** How much of a kind an environment holds, and from which day on. */
export function describeHeld(db: Queryable, place: { environment: string; kind: RetentionKind; zone: string }): Promise<Held> {
  return tally(db, place, sql`true`);
}

/** The same of what lies before a day: what would go if it were the first one kept. */
export function describeOld(
  db: Queryable,
  { keptFrom, before, ...place }: { environment: string; kind: RetentionKind; zone: string; keptFrom: string; before: Date },
): Promise<Held> {
  const until = sql`${before.toISOString()}::timestamptz`;
  if (place.kind === "transactions") return tally(db, place, sql`day < ${keptFrom}::date`);
  return tally(db, place, place.kind === "audit" ? sql`at < ${until}` : sql`received_at < ${until}`);
}

async function tally(
  db: Queryable,
  { environment, kind, zone }: { environment: string; kind: RetentionKind; zone: string },
  which: ReturnType<typeof sql>,
): Promise<Held> {
  const { rows } = await db.execute<{ rows: number; first_day: string | null }>(
    kind === "transactions"
      ? sql`select coalesce(sum(rows), 0)::int as rows, min(day)::text as first_day from ledger_day
          where rows > 0 and ${which} and facet_id in (select id from ledger_facet where environment = ${environment})`
      : kind === "notifications"
        ? sql`select count(*)::int as rows, (min(received_at) at time zone ${zone})::date::text as first_day from delivery
            where environment = ${environment} and ${which}`
        : sql`select count(*)::int as rows, (min(at) at time zone ${zone})::date::text as first_day from audit where ${which}`,
  );
  return { rows: rows[0]?.rows ?? 0, firstDay: rows[0]?.first_day ?? null };
}
