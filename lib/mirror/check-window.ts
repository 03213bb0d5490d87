import { rebuildLedgerDays } from "#lib/store/rebuild-ledger-days.ts";
import { removeTransactions } from "#lib/store/remove-transactions.ts";
import { findKeptFrom } from "#lib/store/retention.ts";
import type { NewTransaction } from "#lib/store/save-transactions.ts";
import { listStoredKeys, sumStoredDays } from "#lib/store/stored-days.ts";
import { type DayRange, toDayNumber, toDayText } from "./days.ts";
import { knownAccounts } from "./known-accounts.ts";
import type { LedgerSource } from "./ports.ts";
import { readWindow } from "./read-window.ts";
import { createRowWriter } from "./row-writer.ts";

/** One day and currency in which the gateway and the store did not agree. */
export type DayDifference = {
  day: string;
  currency: string;
  gateway: { rows: number; sumMinor: string };
  stored: { rows: number; sumMinor: string };
};

type Sum = { rows: number; sumMinor: bigint };
type Options = { window: DayRange; onPage?: (rows: readonly NewTransaction[]) => void };

/**
 * Reads the days whole, whatever is known of them, and makes the store hold exactly what the gateway lists: missing
 * rows are added, corrected ones replaced, and those it lists no more removed. Answers what differed before; a day that
 * retention removed differs from nothing.
 */
export async function checkWindow(source: LedgerSource, { window, onPage }: Options): Promise<DayDifference[]> {
  const days = { merchantId: source.merchant.id, fromDay: toDayText(window.from), toDay: toDayText(window.to) };
  const before = toSums(await sumStoredDays(source.db, days));
  const listed = new Map<string, Map<string, NewTransaction>>();
  const note = (rows: readonly NewTransaction[]) => {
    for (const row of rows) {
      const day = toDayNumber(row.day);
      if (day < window.from || day > window.to) continue;
      listed.set(row.day, (listed.get(row.day) ?? new Map<string, NewTransaction>()).set(row.id, row));
    }
    onPage?.(rows);
  };
  const writer = createRowWriter(source, { onChanged: async () => {} });
  const accounts = await knownAccounts(source);
  const startedAt = await readWindow({ source, window, accounts, writer, onPage: note, canResume: false });
  const stored = await listStoredKeys(source.db, { ...days, readBefore: startedAt });
  const gone = stored.filter((row) => !listed.get(row.day)?.has(row.id));
  const { id: merchantId, environment } = source.merchant;
  await removeTransactions(source.db, { environment, merchantId, rows: gone });
  await rebuildLedgerDays(source.db, days);
  const keptFrom = (await findKeptFrom(source.db, environment, "transactions")) ?? "";
  const found = differences(before, toSums([...listed.values()].flatMap((rows) => [...rows.values()].map(toSum))));
  return found.filter(({ day }) => day >= keptFrom);
}

type DaySum = { day: string; currency: string; rows: number; sumMinor: string };

function toSum({ day, currency, amountMinor }: NewTransaction): DaySum {
  return { day, currency, rows: 1, sumMinor: String(amountMinor ?? 0) };
}

function toSums(sums: readonly DaySum[]): Map<string, Sum> {
  const byName = new Map<string, Sum>();
  for (const { day, currency, rows, sumMinor } of sums) {
    const before = byName.get(`${day} ${currency}`) ?? nothing;
    byName.set(`${day} ${currency}`, { rows: before.rows + rows, sumMinor: before.sumMinor + BigInt(sumMinor) });
  }
  return byName;
}

const nothing: Sum = { rows: 0, sumMinor: 0n };

function differences(stored: ReadonlyMap<string, Sum>, listed: ReadonlyMap<string, Sum>): DayDifference[] {
  const names = [...new Set([...stored.keys(), ...listed.keys()])].toSorted();
  return names.flatMap((name) => {
    const [ours, theirs] = [stored.get(name) ?? nothing, listed.get(name) ?? nothing];
    if (ours.rows === theirs.rows && ours.sumMinor === theirs.sumMinor) return [];
    const [day = "", currency = ""] = name.split(" ");
    return [{ day, currency, gateway: inText(theirs), stored: inText(ours) }];
  });
}

function inText({ rows, sumMinor }: Sum): { rows: number; sumMinor: string } {
  return { rows, sumMinor: String(sumMinor) };
}
