import { type DayRange, toDayNumber } from "#lib/core/days.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";

/** What a check compares of a listed row. `day` undefined: it is not known, since the row's time could not be read. */
export type ListedRow = Pick<NewTransaction, "currency" | "amountMinor"> & { day: string | undefined };

/** The rows of some days that a reading lists, by id, and the accounts of all rows that came. */
export type ListedRows = {
  rows: ReadonlyMap<string, ListedRow>;
  accounts: Set<string | null>;
  add(page: readonly NewTransaction[]): void;
};

/** Holds no page: the days may have more rows than fit into memory with their records. */
export function createListedRows(days: DayRange): ListedRows {
  const rows = new Map<string, ListedRow>();
  const accounts = new Set<string | null>();
  return {
    rows,
    accounts,
    add(page) {
      for (const { id, day, hasOwnTime, accountNumber, currency, amountMinor } of page) {
        accounts.add(accountNumber);
        const isOther = hasOwnTime && (toDayNumber(day) < days.from || toDayNumber(day) > days.to);
        if (!isOther) rows.set(id, { day: hasOwnTime ? day : undefined, currency, amountMinor });
      }
    },
  };
}
