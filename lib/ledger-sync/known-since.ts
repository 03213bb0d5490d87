import { dayNumberAt } from "./days.ts";
import type { LedgerSource } from "./ports.ts";
import { loadStretches } from "./read-ledger.ts";

type StoredRow = { occurredAt: Date; readAt: Date };

/** The earliest of the times at which each row was last read at the gateway; undefined without rows. */
export async function knownSince(
  source: Pick<LedgerSource, "db" | "merchant" | "zone">,
  rows: readonly StoredRow[],
): Promise<Date | undefined> {
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
