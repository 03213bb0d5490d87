import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { isAppError } from "#lib/core/errors.ts";
import { knownAccounts } from "./known-accounts.ts";
import { pageMemoryOf } from "./page-memory.ts";
import type { LedgerSource } from "./ports.ts";

/**
 * Whether a reading of today included the current day at the gateway. If the zone in use is wrong, the gateway may be in a
 * later day; where it refuses future days, its refusal of that day shows that it is not. A day that it accepts is requested by
 * the next reading.
 */
export async function reachesNow(source: LedgerSource): Promise<boolean> {
  const memory = pageMemoryOf(source);
  const { daysAhead } = memory;
  if (daysAhead > 1) return true;
  if (await isRefused(source, { daysFromToday: 1 })) return true;
  memory.daysAhead = 1;
  const hasTomorrow = daysAhead === 1 && source.gateway.listing.takesLastDayWhole;
  return hasTomorrow && (await isRefused(source, { daysFromToday: 2 }));
}

async function isRefused(source: LedgerSource, { daysFromToday }: { daysFromToday: number }): Promise<boolean> {
  const day = toDayText(dayNumberAt(source.clock.now(), source.zone) + daysFromToday);
  const [account] = await knownAccounts(source);
  const query = { accountNumber: account?.accountNumber, from: day, to: day, page: 1, pageSize: 1 };
  return source.gateway.readTransactions(query).then(
    () => false,
    (thrown) => {
      if (isAppError(thrown) && thrown.code === "gateway_invalid") return true;
      throw thrown;
    },
  );
}
