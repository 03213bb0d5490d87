import { oldestReadMs } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches } from "./read-ledger.ts";

/** When the oldest reading of the stored days took place; undefined when none was ever read. Makes no gateway call. */
export async function knownAsOf(
  source: Pick<LedgerSource, "db" | "clock" | "merchant" | "zone">,
  days: DayQuestion,
): Promise<Date | undefined> {
  const askedAtMs = source.clock.now();
  const { zone } = source;
  const { wanted, keepsOldDays } = toDaysToRead(days, { nowMs: askedAtMs, zone });
  const oldestMs = oldestReadMs({ stretches: await loadStretches(source), wanted, keepsOldDays, askedAtMs, zone });
  return oldestMs === undefined ? undefined : new Date(oldestMs);
}
