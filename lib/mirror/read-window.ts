import { endOfDay } from "#lib/core/zoned-time.ts";
import type { Account, Transaction } from "#lib/gateway/index.ts";
import { allSettled } from "./all-settled.ts";
import { type DayRange, toDayText } from "./days.ts";
import { toLedgerRow, toRowId } from "./ledger-row.ts";
import type { LedgerSource } from "./ports.ts";
import { readPages } from "./read-pages.ts";
import { storeRows } from "./store-rows.ts";

type WindowReading = {
  source: LedgerSource;
  window: DayRange;
  accounts: readonly Account[];
  /** Called after each stored page with how many of its rows were new or corrected. */
  onStored: (changed: number) => Promise<void>;
};

/**
 * Reads all accounts' rows of the days into the store, side by side. Answers when the reading began. Throws the first
 * trouble when all that was begun has ended.
 */
export async function readWindow({ source, window, accounts, onStored }: WindowReading): Promise<Date> {
  const readAt = new Date(source.clock.now());
  const accountNumbers = accounts.length === 0 ? [undefined] : accounts.map((account) => account.accountNumber);
  await allSettled(accountNumbers.map((accountNumber) => readAccount({ source, window, accountNumber, readAt, onStored })));
  return readAt;
}

type AccountReading = Omit<WindowReading, "accounts"> & { accountNumber: string | undefined; readAt: Date };

/** Pages shift when rows arrive in a gateway that sorts otherwise: one that came short is read once more. */
async function readAccount(reading: AccountReading): Promise<void> {
  const { rows, announced } = await readAccountOnce(reading);
  if (announced !== null && rows < announced) await readAccountOnce(reading);
}

function readAccountOnce({ source, window, accountNumber, readAt, onStored }: AccountReading) {
  const { merchant, zone, gateway } = source;
  const query = { accountNumber, from: toDayText(window.from), to: toDayText(window.to) };
  const place = {
    merchantId: merchant.id,
    environment: merchant.environment,
    zone,
    accountNumber: accountNumber ?? null,
    readAt,
    guessedAt: new Date(Math.min(readAt.getTime(), endOfDay(query.to, zone).getTime() - 1)),
  };
  const seen = new Map<string, number>();
  const equalBefore = (contentHash: string) => {
    const before = seen.get(contentHash) ?? 0;
    seen.set(contentHash, before + 1);
    return before;
  };
  const onRows = async (received: Transaction[]) => {
    const rows = received.map((row) => toLedgerRow(row, toRowId(row, equalBefore), place));
    await onStored(await storeRows(source, rows));
  };
  return readPages({ gateway, query, onRows });
}
