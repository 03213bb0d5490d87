import { isCancelled, isPassing } from "./is-database-away.ts";
import type { Transaction } from "./open-store.ts";

type Steps<Row> = {
  work(tx: Transaction, rows: readonly Row[]): Promise<unknown>;
  setAside(row: Row, cause: unknown): Promise<unknown>;
};

/**
 * Processes rows together; if that fails, one by one, and sets aside each row that fails alone, so that it does not
 * block the others. Throws only when no row is the reason, or when several rows together hit the time limit, which one
 * transaction must not repeat for each: then retry all of them.
 */
export async function processEach<Row>(tx: Transaction, rows: readonly Row[], { work, setAside }: Steps<Row>): Promise<void> {
  if (rows.length === 0) return;
  const failure = await tx.transaction((inner) => work(inner, rows)).then(() => undefined, toFailure);
  if (!failure) return;
  if (isPassing(failure.cause) || (rows.length > 1 && isCancelled(failure.cause))) throw failure.cause;
  for (const row of rows) {
    const own =
      rows.length === 1 ? failure : await tx.transaction((inner) => work(inner, [row])).then(() => undefined, toFailure);
    if (!own) continue;
    if (isPassing(own.cause)) throw own.cause;
    await setAside(row, own.cause);
  }
}

function toFailure(cause: unknown): { cause: unknown } {
  return { cause };
}
