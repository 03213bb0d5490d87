import { eq, max, min, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { ledgerDay } from "../schema/transaction.ts";
import { withoutAmount } from "./ledger-facets.ts";

/** One row as its facet's day counts it. */
export type DayRow = { facetId: number; day: string; amountMinor: number | null; occurredAt: Date };

type Change = {
  facet_id: number;
  day: string;
  rows: number;
  credit_minor: bigint;
  debit_minor: bigint;
  amount_min: number;
  amount_max: number | null;
  first_at: string;
  last_at: string;
};

/** Updates the sums for added and removed rows; call it in the transaction that stores them. */
export async function changeLedgerDays(
  db: Queryable,
  { came, went }: { came: readonly DayRow[]; went: readonly DayRow[] },
): Promise<void> {
  const changes = new Map<string, Change>();
  for (const row of came) addTo(changes, row, 1);
  for (const row of went) addTo(changes, row, -1);
  if (changes.size === 0) return;
  const content = JSON.stringify([...changes.values()], (_, value) => (typeof value === "bigint" ? String(value) : value));
  await db.execute(sql`
    insert into ledger_day
      (merchant_id, kind_id, facet_id, day, rows, credit_minor, debit_minor, amount_min, amount_max, first_at, last_at)
    select merchant_id, kind_id, change.* from json_to_recordset(${content}::json) as change(facet_id int, day date, rows int,
      credit_minor numeric, debit_minor numeric, amount_min bigint, amount_max bigint, first_at timestamptz, last_at timestamptz)
    join ledger_facet facet on facet.id = facet_id
    order by facet_id, day
    on conflict (facet_id, day) do update set
      rows = ledger_day.rows + excluded.rows,
      credit_minor = ledger_day.credit_minor + excluded.credit_minor,
      debit_minor = ledger_day.debit_minor + excluded.debit_minor,
      amount_min = least(ledger_day.amount_min, excluded.amount_min),
      amount_max = greatest(ledger_day.amount_max, excluded.amount_max),
      first_at = least(ledger_day.first_at, excluded.first_at),
      last_at = greatest(ledger_day.last_at, excluded.last_at)`);
  if (went.length === 0) return;
  await db.execute(sql`
    delete from ledger_day using unnest(${sql.param(went.map(({ facetId }) => facetId))}::int[], ${sql.param(went.map(({ day }) => day))}::date[])
      as gone(facet_id, day)
    where ledger_day.facet_id = gone.facet_id and ledger_day.day = gone.day and rows = 0`);
}

function addTo(changes: Map<string, Change>, { facetId, day, amountMinor, occurredAt }: DayRow, direction: 1 | -1): void {
  const name = `${facetId} ${day}`;
  const at = occurredAt.toISOString();
  const amount = BigInt(amountMinor ?? 0) * BigInt(direction);
  const isCredit = (amountMinor ?? 0) > 0;
  const before = changes.get(name);
  const highest = [before?.amount_max ?? null, amountMinor].filter((bound) => bound !== null);
  const times = [before?.first_at ?? at, before?.last_at ?? at, at].toSorted();
  changes.set(name, {
    facet_id: facetId,
    day,
    rows: (before?.rows ?? 0) + direction,
    credit_minor: (before?.credit_minor ?? 0n) + (isCredit ? amount : 0n),
    debit_minor: (before?.debit_minor ?? 0n) + (isCredit ? 0n : amount),
    amount_min: Math.min(before?.amount_min ?? Number.MAX_SAFE_INTEGER, amountMinor ?? withoutAmount),
    amount_max: highest.length === 0 ? null : Math.max(...highest),
    first_at: times[0] ?? at,
    last_at: times[2] ?? at,
  });
}

/** How many rows of a merchant are stored, and their first and last day. */
export async function describeLedger(
  db: Queryable,
  merchantId: string,
): Promise<{ rows: number; firstDay: string | null; lastDay: string | null }> {
  const [held] = await db
    .select({
      rows: sql<number>`coalesce(sum(${ledgerDay.rows}), 0)::bigint`,
      firstDay: min(ledgerDay.day),
      lastDay: max(ledgerDay.day),
    })
    .from(ledgerDay)
    .where(eq(ledgerDay.merchantId, merchantId));
  return held ?? { rows: 0, firstDay: null, lastDay: null };
}
