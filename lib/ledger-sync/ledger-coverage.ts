import { incompleteDays, isCovered, oldestReadMs } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches } from "./read-ledger.ts";

/** How much of the days is stored, and since when; makes no gateway call. */
export type LedgerCoverage = {
  /** The time of the oldest reading of the days; undefined when none was ever read. */
  asOf: Date | undefined;
  /** Every one of the days was read completely at some time. */
  isWhole: boolean;
};

export async function findLedgerCoverage(
  source: Pick<LedgerSource, "db" | "clock" | "merchant" | "zone">,
  days: DayQuestion,
): Promise<LedgerCoverage> {
  const askedAtMs = source.clock.now();
  const { zone } = source;
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone });
  const stretches = await loadStretches(source);
  const oldestMs = oldestReadMs({ stretches, wanted, keepsOldDays, askedAtMs, zone });
  return {
    asOf: oldestMs === undefined ? undefined : new Date(oldestMs),
    isWhole: isCovered({ stretches, wanted, zone }) && incompleteDays({ stretches, wanted }).length === 0,
  };
}
