import { toDayText } from "#lib/core/days.ts";
import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { listLedgerReads } from "#lib/db/ledger-sync/ledger-reads.ts";
import { incompleteDays, type Stretch, toStretch } from "#lib/ledger-sync/day-ranges.ts";

export type Gap = "ledger_unread" | "ledger_deleted" | "day_running";

/** The shop's day may begin up to a day before or after that of the environment's zone. */
const aroundDays = 1;

/**
 * Says why it is not proven that the stored ledger has every row of an order's day; undefined where it is. Each of the days
 * around it up to today must have been read completely, the day itself and the one before after they ended.
 */
export async function findLedgerGaps(
  db: Queryable,
  { merchantId, zone, today }: { merchantId: string; zone: string; today: number },
): Promise<(day: number) => Gap | undefined> {
  const stretches = (await listLedgerReads(db, { merchantId, zone })).map(toStretch);
  const gaps = new Map<number, Gap | undefined>();
  const gapOf = (day: number): Gap | undefined => {
    const last = Math.min(day + aroundDays, today);
    for (let other = day - aroundDays; other <= last; other++) {
      const gap = gapOfDay(stretches, { day: other, zone, isEnded: other <= day });
      if (gap) return gap;
    }
    return day >= today ? "day_running" : undefined;
  };
  return (day) => {
    if (!gaps.has(day)) gaps.set(day, gapOf(day));
    return gaps.get(day);
  };
}

type Asked = { day: number; zone: string; isEnded: boolean };

function gapOfDay(stretches: readonly Stretch[], { day, zone, isEnded }: Asked): Gap | undefined {
  const own = stretches.filter(({ from, to }) => from <= day && day <= to);
  if (own.some(({ isForgotten }) => isForgotten)) return "ledger_deleted";
  if (incompleteDays({ stretches: own, wanted: { from: day, to: day } }).length > 0) return "ledger_unread";
  const reads = own.filter(({ isComplete }) => isComplete !== false).map(({ readAtMs }) => readAtMs);
  if (reads.length === 0) return "ledger_unread";
  const readFrom = isEnded ? endOfDay(toDayText(day), zone) : startOfDay(toDayText(day), zone);
  return Math.max(...reads) < readFrom.getTime() ? "day_running" : undefined;
}
