import type { Transaction, TransactionPage } from "#lib/gateway/records.ts";
import type { TransactionsQuery } from "#lib/gateway/requests.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { allSettled } from "./all-settled.ts";
import { notePageLength } from "./page-memory.ts";
import type { PageMemory } from "./reading-memory.ts";
import { createSeenRows, type SeenRows } from "./seen-rows.ts";

export type PageReading = {
  gateway: Pick<MerchantGateway, "readTransactions" | "listing" | "recordFact">;
  query: Omit<TransactionsQuery, "page">;
  memory: PageMemory;
  /** From 1; earlier pages were read and had `rowsBefore` rows. */
  firstPage?: number;
  rowsBefore?: number;
  /** The row time that distinguishes pages. */
  now: () => Date;
  /** Called for each page with new rows, in any order; the reading waits for it. */
  onRows: (rows: Transaction[], page: number, askedAt: Date) => Promise<void>;
};

export type PagesRead = {
  /**
   * Whether every row was read. `short`: fewer than announced. `unproved`: no total was announced and no page was shorter than
   * this gateway's page size. `repeated`: a page had only rows of earlier pages.
   */
  outcome: "complete" | "short" | "unproved" | "repeated";
  ids: ReadonlySet<string>;
  /** The rows of the first page, when no other page had any. */
  onlyPage: readonly Transaction[] | undefined;
};

const pagesAtOnce = 4;
const pagesMax = 200_000;
/** No gateway has smaller pages. */
const pageRowsMin = 3;

type Reader = { seen: SeenRows; read(page: number): Promise<PageAnswer>; asked: number };
type PageAnswer = TransactionPage & { isNew: boolean };

/**
 * Reads all pages, oldest first, so that new rows come last. Where the gateway announces the number of rows or pages, these
 * are read, a few at once; else one after another until a page is empty. After the first failure no further page is started,
 * and the failure is thrown when the running ones have ended.
 */
export async function readPages(reading: PageReading): Promise<PagesRead> {
  const { firstPage = 1 } = reading;
  const reader = createReader(reading);
  const first = await reader.read(firstPage);
  const isAnnounced = first.totalPages !== null || first.totalCount !== null;
  const read = await (isAnnounced ? readAnnounced : readOn)(reading, reader, first);
  return { ...read, ids: reader.seen.ids };
}

function createReader({ gateway, query, now, onRows }: PageReading): Reader {
  const seen = createSeenRows();
  return {
    seen,
    asked: query.pageSize ?? gateway.listing.pageSize,
    async read(page) {
      const askedAt = now();
      const answer = await gateway.readTransactions({ order: "asc", ...query, page });
      const isNew = seen.add(answer.rows);
      if (isNew || answer.rows.length === 0) await onRows(answer.rows, page, askedAt);
      return { ...answer, isNew };
    },
  };
}

type Outcome = Omit<PagesRead, "ids">;

async function readAnnounced(reading: PageReading, reader: Reader, first: PageAnswer): Promise<Outcome> {
  const { firstPage = 1, rowsBefore = 0 } = reading;
  const { totalCount } = first;
  const missing = () => totalCount !== null && rowsBefore + reader.seen.count() < totalCount;
  const announced = first.totalPages ?? Math.ceil((totalCount ?? 0) / Math.max(1, first.rows.length));
  const lastPage = Math.min(Math.max(firstPage, announced), pagesMax);
  const { last, barren } = await readSideBySide(reader, { first, firstPage, lastPage });
  let latest = last;
  for (let page = lastPage + 1; barren === undefined && latest.isNew && page <= pagesMax; page++) {
    if (!missing() && !latest.hasNext) break;
    latest = await reader.read(page);
  }
  const isWhole = totalCount === null ? barren === undefined : !missing();
  const onlyPage = reader.seen.count() === first.rows.length ? first.rows : undefined;
  return { outcome: isWhole ? "complete" : barren === "repeated" ? "repeated" : "short", onlyPage };
}

type Span = { first: PageAnswer; firstPage: number; lastPage: number };

/** Ends early at a page that only repeats; skips a limited number of empty pages. */
async function readSideBySide(
  reader: Reader,
  { first, firstPage, lastPage }: Span,
): Promise<{ last: PageAnswer; barren: "repeated" | "empty" | undefined }> {
  let [last, next, empty, hasFailed] = [first, firstPage + 1, 0, false];
  let barren: "repeated" | "empty" | undefined;
  const work = async () => {
    while (!hasFailed && barren !== "repeated" && empty <= pagesAtOnce && next <= lastPage) {
      const page = next++;
      try {
        const answer = await reader.read(page);
        if (page === lastPage) last = answer;
        if (answer.isNew) continue;
        barren = answer.rows.length > 0 ? "repeated" : (barren ?? "empty");
        empty += 1;
      } catch (cause) {
        hasFailed = true;
        throw cause;
      }
    }
  };
  await allSettled(Array.from({ length: pagesAtOnce }, work));
  return { last, barren };
}

/** Without a total, the end is a page shorter than this gateway's page size, followed by nothing. */
async function readOn({ gateway, memory, firstPage = 1 }: PageReading, reader: Reader, first: PageAnswer): Promise<Outcome> {
  const asked = reader.asked;
  let [latest, page] = [first, firstPage];
  let previous = first;
  while (latest.isNew && page < pagesMax) {
    previous = latest;
    notePageLength(memory, { asked, came: latest.rows.length });
    if (memory.ignoresPage) break;
    latest = await reader.read(++page);
  }
  const longest = memory.longest.get(asked) ?? 0;
  const isOnly = previous === first && firstPage === 1;
  const onlyPage = isOnly ? first.rows : undefined;
  if (latest.rows.length === 0) {
    const isShort = previous.rows.length < Math.max(longest, pageRowsMin);
    const isEnd = first.rows.length === 0 ? firstPage === 1 : isShort;
    return { outcome: isEnd ? "complete" : "unproved", onlyPage };
  }
  if (isOnly && !latest.isNew) {
    memory.ignoresPage = true;
    // A list that fits on its first page may return that page for any page number.
    if (first.rows.length < asked) return { outcome: previous.rows.length < longest ? "complete" : "repeated", onlyPage };
    const evidence = "GET /accounting/v1/transactions?page=2 → 200, the rows of page 1";
    gateway.recordFact({ question: "page_number", answer: "ignored", evidence });
  }
  return { outcome: previous.rows.length < longest ? "complete" : "repeated", onlyPage };
}

/**
 * Where dates may not be sent: newest first, up to the first page that is entirely before `from`. A gateway that does not sort
 * its list is read to the end. Returns whether every row since `from` was read.
 */
export async function readPagesBack({ from, ...reading }: PageReading & { from: Date }): Promise<boolean> {
  const reader = createReader({ ...reading, query: { ...reading.query, order: "desc" } });
  let isFalling = true;
  let longest = pageRowsMin;
  let previousRows = 0;
  for (let page = 1; page <= pagesMax; page++) {
    const { rows, isNew, hasNext, totalCount, totalPages } = await reader.read(page);
    const isAnnounced = totalCount !== null || totalPages !== null;
    if (!isNew) {
      if (totalCount !== null) return reader.seen.count() >= totalCount;
      return rows.length === 0 && (page === 1 || (!isAnnounced && previousRows < longest));
    }
    const times = rows.flatMap((row) => (row.occurredAt ? [row.occurredAt.getTime()] : []));
    isFalling &&= times.every((time, at) => at === 0 || time <= (times[at - 1] ?? time));
    const isBefore = times.length === rows.length && times.every((time) => time < from.getTime());
    if (isFalling && isBefore) return true;
    if (isAnnounced && !hasNext && (totalCount === null || reader.seen.count() >= totalCount)) return true;
    longest = Math.max(longest, rows.length);
    previousRows = rows.length;
  }
  return false;
}
