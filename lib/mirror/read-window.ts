import { endOfDay, startOfDay } from "#lib/core/zoned-time.ts";
import type { Account, Transaction } from "#lib/gateway/index.ts";
import { type CheckpointKey, dropCheckpoint, findCheckpoint, saveCheckpoint } from "#lib/store/ledger-checkpoints.ts";
import { countLedgerRows } from "#lib/store/ledger-reads.ts";
import type { NewTransaction } from "#lib/store/save-transactions.ts";
import { allSettled } from "./all-settled.ts";
import { type DayRange, toDayText } from "./days.ts";
import { toLedgerRow, toRowId } from "./ledger-row.ts";
import { createPagesDone } from "./pages-done.ts";
import type { LedgerSource } from "./ports.ts";
import { readPages, readPagesBack } from "./read-pages.ts";
import type { ReadingProgress, RowWriter } from "./row-writer.ts";

type WindowReading = {
  source: LedgerSource;
  window: DayRange;
  accounts: readonly Account[];
  writer: RowWriter;
  /** Called with each page as it comes. */
  onPage?: ((rows: readonly NewTransaction[]) => void) | undefined;
  /** Goes on where a reading of the same days ended before its time. */
  canResume?: boolean;
};

/** A reading that ended longer ago begins anew: its pages may have shifted. */
const resumeWithinMs = 30 * 60_000;

/**
 * Reads all accounts' rows of the days into the store, side by side, and answers when the reading began once all of them
 * are stored. Throws the first trouble when all that was begun has ended.
 */
export async function readWindow(reading: WindowReading): Promise<Date> {
  const { source, accounts, writer } = reading;
  const readAt = new Date(source.clock.now());
  const numbers = accounts.map((account) => account.accountNumber);
  const accountNumbers = numbers.length === 0 || !source.gateway.listing.sendAccount ? [undefined] : numbers;
  const read = source.gateway.listing.sendDates ? readAccount : readAccountBack;
  try {
    await allSettled(accountNumbers.map((accountNumber) => read({ ...reading, accountNumber, readAt })));
  } finally {
    await writer.flush();
  }
  return readAt;
}

type AccountReading = Omit<WindowReading, "accounts"> & { accountNumber: string | undefined; readAt: Date };

/** Pages shift when rows arrive in a gateway that sorts otherwise: one that came short is read once more. */
async function readAccount(reading: AccountReading): Promise<void> {
  const { source, window, accountNumber, writer } = reading;
  const key = { merchantId: source.merchant.id, account: accountNumber ?? "", ...toDays(window) };
  const pageSize = source.gateway.listing.pageSize;
  const donePages =
    reading.canResume === false ? 0 : await findCheckpoint(source.db, key, { pageSize, youngerThanMs: resumeWithinMs });
  const progress = createProgress(source.db, key, { pageSize, donePages });
  const query = { accountNumber, from: key.fromDay, to: key.toDay };
  const read = (firstPage: number, known?: ReadingProgress) =>
    readPages({ gateway: source.gateway, query, firstPage, onRows: storing(reading, known) });
  const { rows, announced } = await read(donePages + 1, progress);
  const known = donePages > 0 ? await countStored(source, key, writer) : rows;
  if (announced !== null && known < announced) await read(1);
  if (progress.isKept()) {
    await writer.flush();
    await dropCheckpoint(source.db, key);
  }
}

const checkpointPages = 5;

/** How many pages from the first on are stored; kept every few pages. */
function createProgress(
  db: LedgerSource["db"],
  key: CheckpointKey,
  { pageSize, donePages }: { pageSize: number; donePages: number },
): ReadingProgress & { isKept(): boolean } {
  const pagesDone = createPagesDone(donePages + 1);
  let [kept, upTo] = [donePages, donePages];
  return {
    isKept: () => kept > 0,
    add(page) {
      upTo = pagesDone.add(page);
    },
    async save() {
      if (upTo < kept + checkpointPages) return;
      kept = upTo;
      await saveCheckpoint(db, key, { page: upTo, pageSize });
    },
  };
}

async function countStored(source: LedgerSource, key: Parameters<typeof countLedgerRows>[1], writer: RowWriter): Promise<number> {
  await writer.flush();
  return countLedgerRows(source.db, key);
}

function readAccountBack(reading: AccountReading): Promise<void> {
  const { source, window, accountNumber } = reading;
  const from = startOfDay(toDayText(window.from), source.zone);
  return readPagesBack({ gateway: source.gateway, query: { accountNumber }, from, onRows: storing(reading) });
}

function toDays(window: DayRange): { fromDay: string; toDay: string } {
  return { fromDay: toDayText(window.from), toDay: toDayText(window.to) };
}

function storing(
  { source, window, accountNumber, readAt, writer, onPage }: AccountReading,
  progress?: ReadingProgress,
): (received: Transaction[], page: number) => Promise<void> {
  const { merchant, zone } = source;
  const windowEnds = endOfDay(toDayText(window.to), zone).getTime() - 1;
  const place = {
    merchantId: merchant.id,
    environment: merchant.environment,
    zone,
    accountNumber: accountNumber ?? null,
    readAt,
    guessedAt: new Date(Math.min(readAt.getTime(), windowEnds)),
  };
  const seen = new Map<string, number>();
  const equalBefore = (contentHash: string) => {
    const before = seen.get(contentHash) ?? 0;
    seen.set(contentHash, before + 1);
    return before;
  };
  return async (received, page) => {
    const rows = received.map((row) => toLedgerRow(row, toRowId(row, equalBefore), place));
    onPage?.(rows);
    await writer.write({ rows, page, progress });
  };
}
