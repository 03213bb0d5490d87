import { type DayRange, toDayText } from "#lib/core/days.ts";
import { startOfDay } from "#lib/core/zoned-time.ts";
import { openDatabaseClock } from "#lib/db/connection/database-clock.ts";
import { allSettled } from "./all-settled.ts";
import { pageMemoryOf } from "./page-memory.ts";
import { readAccount } from "./read-account.ts";
import { readPagesBack } from "./read-pages.ts";
import { type AccountReading, storing, type WindowReading } from "./storing.ts";

export type WindowRead = {
  /** When the reading began: by our clock, and by the database's. */
  readAt: Date;
  startedAt: Date;
  /** Days for which the gateway did not show that every row was returned. */
  incomplete: DayRange[];
  /** The requested accounts; undefined stands for all, without account number. */
  accountNumbers: readonly (string | undefined)[];
};

/**
 * Reads the rows of all accounts concurrently and resolves when all are stored. Throws the first error after all started work
 * has ended.
 */
export async function readWindow(reading: WindowReading): Promise<WindowRead> {
  const { source, accounts, writer } = reading;
  const { sendAccount, sendDates } = source.gateway.listing;
  const readAt = new Date(source.clock.now());
  const now = await openDatabaseClock(source.db, source.clock);
  const startedAt = now();
  const numbers = accounts.map((account) => account.accountNumber);
  const accountNumbers = numbers.length === 0 || !sendAccount ? [undefined] : numbers;
  const read = sendDates ? readAccount : readAccountBack;
  try {
    const incomplete = await allSettled(accountNumbers.map((accountNumber) => read({ ...reading, accountNumber, readAt, now })));
    return { readAt, startedAt, incomplete: incomplete.flat(), accountNumbers };
  } finally {
    await writer.flush();
  }
}

async function readAccountBack(reading: AccountReading): Promise<DayRange[]> {
  const { source, window, accountNumber, now } = reading;
  const from = startOfDay(toDayText(window.from), source.zone);
  const memory = pageMemoryOf(source);
  const { gateway } = source;
  const onRows = storing(reading);
  const isComplete = await readPagesBack({ gateway, query: { accountNumber }, memory, from, now, onRows });
  return isComplete ? [] : [window];
}
