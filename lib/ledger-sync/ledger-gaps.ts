import { listLedgerReads } from "#lib/db/ledger-sync/ledger-reads.ts";
import { incompleteDays, toStretch } from "./day-ranges.ts";
import { toDayNumber, toDayText } from "./days.ts";
import type { LedgerSource } from "./ports.ts";

const stretchesMax = 20;

/** The gaps in a merchant's ledger: days not known to be complete, and whether accounts had no names. */
export async function findLedgerGaps({ db, merchant, zone }: Pick<LedgerSource, "db" | "merchant" | "zone">): Promise<{
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
      .slice(0, stretchesMax)
      .map(({ from, to }) => ({ from: toDayText(from), to: toDayText(to) })),
    withoutAccount: latest[0]?.withoutAccount ?? false,
  };
}
