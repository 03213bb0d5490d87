import { type DayRange, toDayText } from "#lib/core/days.ts";
import { endOfDay } from "#lib/core/zoned-time.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { Account, Transaction } from "#lib/gateway/records.ts";
import { toLedgerRow, toRowId } from "./ledger-row.ts";
import type { LedgerSource } from "./ports.ts";
import type { ReadingProgress, RowWriter } from "./row-writer.ts";

export type WindowReading = {
  source: LedgerSource;
  window: DayRange;
  accounts: readonly Account[];
  writer: RowWriter;
  /** Called with each page as it arrives. */
  onPage?: ((rows: readonly NewTransaction[]) => void) | undefined;
  /** Resumes an interrupted reading of the same days. */
  canResume?: boolean;
};

export type AccountReading = Omit<WindowReading, "accounts"> & {
  accountNumber: string | undefined;
  readAt: Date;
  /** The database's time. */
  now: () => Date;
  /** The last day that may be requested, in days after today; by default what is known of the gateway. */
  daysAhead?: number;
};

type Options = { progress?: ReadingProgress | undefined; before?: Date | undefined };

/** Stores the pages of one reading; rows from `before` on belong to another reading. */
export function storing(
  { source, window, accountNumber, readAt, writer, onPage }: AccountReading,
  { progress, before }: Options = {},
): (received: Transaction[], page: number, askedAt: Date) => Promise<void> {
  const { merchant, zone } = source;
  const windowEnds = endOfDay(toDayText(window.to), zone).getTime() - 1;
  const target = {
    merchantId: merchant.id,
    environment: merchant.environment,
    zone,
    accountNumber: accountNumber ?? null,
    guessedAt: new Date(Math.min(readAt.getTime(), windowEnds)),
  };
  const seen = new Map<string, number>();
  const equalBefore = (contentHash: string) => {
    const before = seen.get(contentHash) ?? 0;
    seen.set(contentHash, before + 1);
    return before;
  };
  return async (received, page, askedAt) => {
    const own = before ? received.filter(({ occurredAt }) => occurredAt === null || occurredAt < before) : received;
    const rows = own.map((row) => toLedgerRow(row, toRowId(row, equalBefore), { ...target, readAt: askedAt }));
    onPage?.(rows);
    await writer.write({ rows, page, received: received.length, progress });
  };
}
