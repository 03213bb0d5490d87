import { AppError } from "#lib/core/errors.ts";
import { findLeastOffset, formatOffset } from "#lib/core/gateway-zone.ts";
import { gatewayText } from "#lib/gateway/texts.ts";
import type { Caller } from "../api-client.ts";
import { withSegment } from "../path-segment.ts";
import type { RecordFact } from "../profile/note-fact.ts";
import type { Transaction, TransactionDetail, TransactionPage } from "../records.ts";
import type { TransactionsQuery } from "../requests.ts";
import type { GatewayOptions } from "../types.ts";
import { toTransaction } from "../wire/transaction.ts";
import { findDetail, toTransactionDetail } from "../wire/transaction-detail.ts";
import { readPage } from "./read-page.ts";
import { type DateMemory, inDateForm } from "./transaction-dates.ts";

/** Allowed difference between clocks of one gateway. */
const withinMs = 3 * 60_000;

type Answered = { date: Date | undefined; zone: string; note: RecordFact };

const path = "/accounting/v1/transactions";

/** GET /accounting/v1/transactions, with the OpenAPI's query names and the parameters that the environment's options allow. */
export async function readTransactions(
  caller: Caller,
  options: GatewayOptions,
  { memory, note, ...query }: TransactionsQuery & { memory: DateMemory; note: RecordFact },
): Promise<TransactionPage> {
  const { zone } = options;
  const days = options.sendDates ? { from: query.from, to: query.to } : {};
  let date: Date | undefined;
  const read = await inDateForm(memory, { days, zone, note }, (dates) =>
    readPage(caller, {
      path,
      page: query.page,
      pageSize: query.pageSize ?? options.pageSize,
      pageSizeName: options.pageSizeName,
      query: {
        account_number: options.sendAccount ? query.accountNumber : undefined,
        from_date: dates.from,
        to_date: dates.to,
        sign: query.sign && (query.sign === "credit" ? "Credit" : "Debit"),
        transaction_types: query.types?.length ? query.types.join(",") : undefined,
        start_trn_id: query.startAfterId,
        order: query.order && (query.order === "asc" ? "Ascending" : "Descending"),
      },
      toRow: (record) => toTransaction(record, zone),
      onDate: (sent) => {
        date = sent;
      },
    }),
  );
  noteFutureRow(read.rows, { date, zone, note });
  return read;
}

/** GET /accounting/v1/transactions/{payment_reference}. Throws gateway_not_found. */
export async function getTransaction(caller: Caller, reference: string, signal?: AbortSignal): Promise<TransactionDetail> {
  const request = { method: "GET", path: withSegment(path, "reference", reference) } as const;
  const record = findDetail(await caller.read({ ...request, ...(signal ? { signal } : {}) }));
  const detail = record && toTransactionDetail(record, reference);
  if (!detail) throw new AppError("gateway_protocol", { message: gatewayText("gateway_without_detail") });
  return detail;
}

/** A row whose time is after the `Date` of its own response shows that the zone in use is wrong, and the minimum error. */
function noteFutureRow(rows: readonly Transaction[], { date, zone, note }: Answered): void {
  if (!date) return;
  const [newest] = rows.toSorted((left, right) => (right.occurredAt?.getTime() ?? 0) - (left.occurredAt?.getTime() ?? 0));
  const least = newest && findLeastOffset({ text: newest.occurredAtText, at: date, withinMs }, zone);
  if (!least) return;
  const evidence = `Date: ${date.toISOString()}, date ${newest.occurredAtText}, offset ≥ ${formatOffset(least.offsetMinutes)}`;
  note({ question: "zone", answer: least.zone, evidence, isHint: true });
}
