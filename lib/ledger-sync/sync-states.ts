import { listLedgerReadsOf } from "#lib/db/ledger-sync/ledger-reads.ts";
import { incompleteDays, missingDays, oldestReadMs, toStretch } from "./day-ranges.ts";
import { type DayQuestion, toDaysToRead } from "./days-to-read.ts";
import type { LedgerState } from "./ensure-ledger-read.ts";
import { createJoiner } from "./join-next.ts";
import type { LedgerSource } from "./ports.ts";

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
