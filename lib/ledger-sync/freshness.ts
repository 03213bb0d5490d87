import { dayNumberAt, toDayNumber, toDayText } from "#lib/core/days.ts";
import { listLedgerReads, listLedgerReadsOf } from "#lib/db/ledger-sync/ledger-reads.ts";
import { incompleteDays, isCovered, missingDays, oldestReadMs, toStretch } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerState } from "./ensure-ledger-read.ts";
import { createJoiner } from "./join-next.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches } from "./read-ledger.ts";

// How recent and how complete the stored ledger is. Nothing here makes a gateway call.

type StoredLedger = Pick<LedgerSource, "db" | "merchant" | "zone">;

export type LedgerCoverage = {
  /** The time of the oldest reading of the days; undefined when none was ever read. */
  asOf: Date | undefined;
  /** Every one of the days was read completely at some time. */
  isWhole: boolean;
};

/** How much of the days is stored, and since when. */
export async function findLedgerCoverage(
  source: StoredLedger & Pick<LedgerSource, "clock">,
  days: DayQuestion,
): Promise<LedgerCoverage> {
  const { zone } = source;
  const askedAtMs = source.clock.now();
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone });
  const stretches = await loadStretches(source);
  const oldestMs = oldestReadMs({ stretches, wanted, keepsOldDays, askedAtMs, zone });
  return {
    asOf: oldestMs === undefined ? undefined : new Date(oldestMs),
    isWhole: isCovered({ stretches, wanted, zone }) && incompleteDays({ stretches, wanted }).length === 0,
  };
}

type StoredRow = { occurredAt: Date; readAt: Date };

/** The earliest of the times at which each row was last read at the gateway; undefined without rows. */
export async function findOldestReading(source: StoredLedger, rows: readonly StoredRow[]): Promise<Date | undefined> {
  if (rows.length === 0) return undefined;
  const stretches = await loadStretches(source);
  const seen = rows.map((row) => {
    const day = dayNumberAt(row.occurredAt.getTime(), source.zone);
    const reads = stretches
      .filter((stretch) => stretch.from <= day && day <= stretch.to && stretch.isForgotten !== true)
      .map((stretch) => stretch.readAtMs);
    return Math.max(row.readAt.getTime(), ...reads);
  });
  return new Date(Math.min(...seen));
}

const joinLoading = createJoiner();

type SyncStatesQuery = Pick<LedgerSource, "db" | "clock" | "zone"> & {
  merchantIds: readonly string[];
  days?: DayQuestion | undefined;
};

/** The merchants whose requested days are read and fresh, so that no gateway has to be opened for them. One statement. */
export async function freshStates({
  db,
  clock,
  zone,
  merchantIds,
  days = {},
}: SyncStatesQuery): Promise<Map<string, LedgerState>> {
  const askedAtMs = clock.now();
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone });
  const reads = await joinLoading([zone, ...merchantIds].join(" "), () => listLedgerReadsOf(db, { merchantIds, zone }));
  const fresh = new Map<string, LedgerState>();
  for (const [merchantId, own] of Map.groupBy(reads, (read) => read.merchantId)) {
    const question = { stretches: own.map(toStretch), wanted, keepsOldDays, askedAtMs, zone, endedFreshMs: days.endedFreshMs };
    if (missingDays(question).length > 0 || incompleteDays(question).length > 0) continue;
    const asOfMs = oldestReadMs(question);
    const asOf = asOfMs === undefined ? undefined : new Date(asOfMs);
    fresh.set(merchantId, { asOf, isComplete: true, isFresh: true, isKnown: true, problem: undefined });
  }
  return fresh;
}

const gapsMax = 20;

/** The gaps in a merchant's ledger: days not known to be complete, newest first, and whether accounts had no names. */
export async function findLedgerGaps({ db, merchant, zone }: StoredLedger): Promise<{
  incomplete: { from: string; to: string }[];
  withoutAccount: boolean;
}> {
  const reads = await listLedgerReads(db, { merchantId: merchant.id, zone });
  const wanted = { from: toDayNumber("0001-01-01"), to: toDayNumber("9999-12-31") };
  const days = incompleteDays({ stretches: reads.map(toStretch), wanted });
  const latest = reads
    .filter((read) => !read.isForgotten)
    .toSorted((left, right) => right.readAt.getTime() - left.readAt.getTime());
  return {
    incomplete: days
      .toSorted((left, right) => right.to - left.to)
      .slice(0, gapsMax)
      .map(({ from, to }) => ({ from: toDayText(from), to: toDayText(to) })),
    withoutAccount: latest[0]?.withoutAccount ?? false,
  };
}
