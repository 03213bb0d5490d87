import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { LedgerSource } from "./ports.ts";
import { storeRows } from "./store-rows.ts";

/** Stores the pages of one merchant; pages that arrive meanwhile share a transaction. */
export type RowWriter = {
  /** Resolves when the page is about to be stored; waits only while many rows are queued. */
  write(page: WrittenPage): Promise<void>;
  /** Resolves when all rows are stored; throws when any page could not be. */
  flush(): Promise<void>;
};

type WrittenPage = {
  rows: NewTransaction[];
  page: number;
  /** The number of rows on the page; not all may be stored. */
  received: number;
  /** Called once the page is committed. */
  progress: ReadingProgress | undefined;
};

export type ReadingProgress = {
  add(page: { page: number; rows: number }): void;
  /** Saves the progress. */
  save(): Promise<void>;
};

const waitingMax = 2_000;

/** Pages with the same days would wait for each other's commits: one writer stores them all while reading continues. */
export function createRowWriter(
  source: Pick<LedgerSource, "db" | "vault" | "merchant" | "onNewRows">,
  { onChanged }: { onChanged: (changed: number) => Promise<void> },
): RowWriter {
  let waiting: WrittenPage[] = [];
  let draining: Promise<void> | undefined;

  const drain = async () => {
    while (waiting.length > 0) {
      const pages = waiting;
      waiting = [];
      await onChanged(
        await storeRows(
          source,
          pages.flatMap((page) => page.rows),
        ),
      );
      for (const { page, received, progress } of pages) progress?.add({ page, rows: received });
      for (const progress of new Set(pages.flatMap((page) => page.progress ?? []))) await progress.save();
    }
  };
  const start = () => {
    // A failed one stays: its pages are not stored, whatever comes later.
    draining ??= drain().then(() => {
      draining = undefined;
    });
    return draining;
  };

  return {
    async write(page) {
      waiting.push(page);
      const running = start();
      running.catch(() => {});
      if (waiting.reduce((sum, item) => sum + item.rows.length, 0) > waitingMax) await running;
    },
    async flush() {
      while (draining || waiting.length > 0) await start();
    },
  };
}
