import type { MerchantGateway, Transaction, TransactionPage, TransactionsQuery } from "#lib/gateway/index.ts";
import { allSettled } from "./all-settled.ts";

type Reading = {
  gateway: Pick<MerchantGateway, "readTransactions">;
  query: Omit<TransactionsQuery, "page">;
  /** From 1; pages before it are known. */
  firstPage?: number;
  /** Called for each page as it comes, in any order; the reading waits for it. */
  onRows: (rows: Transaction[], page: number) => Promise<void>;
};

const pagesAtOnce = 4;
const pagesMax = 200_000;

/**
 * Reads all pages: the first tells how many there are, then a few at once, then on for as long as the gateway says
 * that there is more. Oldest first, so that rows arriving meanwhile come last. After the first failure no
 * further page is begun and it is thrown when the running ones have ended. Answers how many rows came
 * and how many the gateway had announced.
 */
export async function readPages(reading: Reading): Promise<{ rows: number; announced: number | null }> {
  const { gateway, query, onRows, firstPage = 1 } = reading;
  let rows = 0;
  const read = async (page: number): Promise<TransactionPage> => {
    const answer = await gateway.readTransactions({ ...query, order: "asc", page });
    rows += answer.rows.length;
    await onRows(answer.rows, page);
    return answer;
  };
  const first = await read(firstPage);
  let lastPage = Math.max(firstPage, Math.min(first.totalPages ?? 1, pagesMax));
  let last = first;
  let next = firstPage + 1;
  let failed = false;
  const work = async () => {
    while (!failed && next <= lastPage) {
      const page = next++;
      try {
        const answer = await read(page);
        if (answer.rows.length === 0) lastPage = Math.min(lastPage, page);
        if (page === lastPage) last = answer;
      } catch (cause) {
        failed = true;
        throw cause;
      }
    }
  };
  await allSettled(Array.from({ length: pagesAtOnce }, work));
  for (let page = lastPage + 1; last.hasNext && last.rows.length > 0 && page <= pagesMax; page++) last = await read(page);
  return { rows, announced: first.totalCount };
}

/**
 * Where dates may not be sent: newest first, and no further than the first page that lies wholly before `from`. A
 * gateway that does not keep to the order is read to its end.
 */
export async function readPagesBack({
  gateway,
  query,
  onRows,
  from,
}: Omit<Reading, "firstPage"> & { from: Date }): Promise<void> {
  let isFalling = true;
  for (let page = 1; page <= pagesMax; page++) {
    const { rows, hasNext } = await gateway.readTransactions({ ...query, order: "desc", page });
    await onRows(rows, page);
    const times = rows.flatMap((row) => (row.occurredAt ? [row.occurredAt.getTime()] : []));
    isFalling &&= times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time));
    const isBefore = times.length === rows.length && times.every((time) => time < from.getTime());
    if (!hasNext || rows.length === 0 || (isFalling && isBefore)) return;
  }
}
