import { sql } from "drizzle-orm";
import { publishLive } from "#lib/db/events/events.ts";
import { toIdentifierText } from "#lib/db/search/identifiers.ts";
import { findRetainedFrom } from "#lib/db/settings/retention.ts";
import { type NewTransaction, type SavedTransaction, saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { toLedgerIdentifiers } from "./ledger-row.ts";
import type { LedgerSource } from "./ports.ts";

/**
 * Stores rows, their search identifiers and the live event in one transaction; skips days that retention has removed. Returns
 * how many were new or corrected; nothing is published when none was.
 */
export async function storeRows(
  source: Pick<LedgerSource, "db" | "vault" | "merchant" | "onNewRows">,
  rows: NewTransaction[],
): Promise<number> {
  if (rows.length === 0) return 0;
  const saved = await saveInTransaction(source, rows);
  const added = saved.flatMap(({ isNew, row }) => (isNew ? [row] : []));
  if (added.length > 0) await source.onNewRows?.(added);
  return saved.length;
}

function saveInTransaction(
  { db, vault, merchant }: Pick<LedgerSource, "db" | "vault" | "merchant">,
  rows: NewTransaction[],
): Promise<SavedTransaction[]> {
  return db.transaction(async (tx) => {
    // The record that days were read is committed later with a flush to disk, which includes these rows.
    await tx.execute(sql`set local synchronous_commit to off`);
    const keptFrom = (await findRetainedFrom(tx, merchant.environment, "transactions")) ?? "";
    const saved = await saveTransactions(
      tx,
      vault,
      rows
        .filter((row) => row.day >= keptFrom)
        .map((row) => ({ ...row, identifiers: toIdentifierText(toLedgerIdentifiers(row)) })),
    );
    if (saved.length === 0) return saved;
    const data = { state: "rows", rows: saved.length };
    await publishLive(tx, { environment: merchant.environment, merchantId: merchant.id, type: "mirror", data });
    return saved;
  });
}
