import { toDayText } from "#lib/core/days.ts";
import { openDatabaseClock } from "#lib/db/connection/database-clock.ts";
import { toDaysToRead } from "./days-to-read.ts";
import { toLedgerRow } from "./ledger-row.ts";
import type { LedgerSource } from "./ports.ts";
import { storeRows } from "./store-rows.ts";

/**
 * Queries the gateway for the row with this id (the first one after the previous id), account by account, and stores it. False
 * when there is none or the id is not a number.
 */
export async function readRowById(source: LedgerSource, id: string): Promise<boolean> {
  if (!/^[1-9]\d{0,17}$/.test(id)) return false;
  const startAfterId = String(BigInt(id) - 1n);
  const nowMs = source.clock.now();
  const { wanted } = toDaysToRead({}, { nowMs, zone: source.zone });
  const days = { from: toDayText(wanted.from), to: toDayText(wanted.to) };
  const accounts = await source.gateway.listAccounts();
  const accountNumbers = accounts.length === 0 ? [undefined] : accounts.map((account) => account.accountNumber);
  const now = await openDatabaseClock(source.db, source.clock);
  for (const accountNumber of accountNumbers) {
    const readAt = now();
    const query = { accountNumber, ...days, startAfterId, order: "asc" as const, page: 1, pageSize: 1 };
    const { rows } = await source.gateway.readTransactions(query);
    const row = rows.find((item) => item.id === id);
    if (!row) continue;
    const { merchant } = source;
    const guessedAt = new Date(nowMs);
    const target = { merchantId: merchant.id, environment: merchant.environment, zone: source.zone, readAt, guessedAt };
    await storeRows(source, [toLedgerRow(row, id, { ...target, accountNumber: accountNumber ?? null })]);
    return true;
  }
  return false;
}
