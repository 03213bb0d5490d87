import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { LedgerSource } from "./ports.ts";
import { storeRows } from "./store-rows.ts";

/** Puts the pages of one merchant into the store, one transaction for all that came meanwhile. */
export type RowWriter = {
  /** Answers when the page may be counted on to be stored soon; waits only while many rows do. */
  write(page: WrittenPage): Promise<void>;
  /** Answers when all is stored, or throws why not. */
  flush(): Promise<void>;
};

type WrittenPage = {
  rows: NewTransaction[];
  page: number;
  /** How many rows the page had; not all may be stored. */
  received: number;
  /** Told of the page once it is committed. */
  progress: ReadingProgress | undefined;
};

export type ReadingProgress = {
  add(page: { page: number; rows: number }): void;
  /** Keeps how far it is. */
  save(): Promise<void>;
};

const waitingMax = 2_000;

/** Pages that share days would wait for each other's commits: so one writer takes them all, and reading goes on meanwhile. */
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
    draining ??= drain().finally(() => {
      draining = undefined;
    });
    return draining;
  };

  return {
    async write(page) {
      waiting.push(page);
      const running = start();
      running.catch(() => {});
      if (waiting.reduce((sum, each) => sum + each.rows.length, 0) > waitingMax) await running;
    },
    async flush() {
      while (draining || waiting.length > 0) await start();
    },
  };
}
