import type { LedgerSource } from "./ports.ts";
import { loadStretches } from "./read-ledger.ts";
import { oldestReadMs } from "./stretches.ts";
import { type DayQuestion, toWantedDays } from "./wanted-days.ts";

/** When the stalest of the days in the store was read at the gateway; undefined when none ever was. Reads nothing there. */
export async function knownAsOf(
  source: Pick<LedgerSource, "db" | "clock" | "merchant" | "zone">,
  days: DayQuestion,
): Promise<Date | undefined> {
  const askedAtMs = source.clock.now();
  const { zone } = source;
  const { wanted, keepsSettled } = toWantedDays(days, { nowMs: askedAtMs, zone });
  const oldestMs = oldestReadMs({ stretches: await loadStretches(source), wanted, keepsSettled, askedAtMs, zone });
  return oldestMs === undefined ? undefined : new Date(oldestMs);
}
