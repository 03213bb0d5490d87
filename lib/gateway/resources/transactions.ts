import { AppError } from "#lib/core/errors.ts";
import type { Caller } from "../business-call.ts";
import type { TransactionDetail, TransactionPage } from "../records.ts";
import type { GatewayOptions, TransactionsQuery } from "../types.ts";
import { isWireRecord } from "../wire/exact-json.ts";
import { toTransaction } from "../wire/transaction.ts";
import { isDetailRecord, toTransactionDetail } from "../wire/transaction-detail.ts";
import { readPage } from "./read-page.ts";

const path = "/accounting/v1/transactions";

/** GET /accounting/v1/transactions, with the OpenAPI's query names and what the environment's options allow. */
export function readTransactions(caller: Caller, options: GatewayOptions, query: TransactionsQuery): Promise<TransactionPage> {
  return readPage(caller, {
    path,
    page: query.page,
    pageSize: query.pageSize ?? options.pageSize,
    sizeName: options.pageSizeName,
    query: {
      account_number: options.sendAccount ? query.accountNumber : undefined,
      from_date: options.sendDates ? query.from : undefined,
      to_date: options.sendDates ? query.to : undefined,
      sign: query.sign && (query.sign === "credit" ? "Credit" : "Debit"),
      transaction_types: query.types?.length ? query.types.join(",") : undefined,
      start_trn_id: query.startAfterId,
      order: query.order && (query.order === "asc" ? "Ascending" : "Descending"),
    },
    toRow: (record) => toTransaction(record, options.zone),
  });
}

/** GET /accounting/v1/transactions/{payment_reference}. Throws gateway_not_found. */
export async function getTransaction(caller: Caller, reference: string): Promise<TransactionDetail> {
  const body = await caller.read({ method: "GET", path: `${path}/${encodeURIComponent(reference)}` });
  const detail = isWireRecord(body) && isDetailRecord(body) ? toTransactionDetail(body, reference) : undefined;
  if (!detail) throw new AppError("gateway_protocol", { message: "The gateway answered without the transaction's details." });
  return detail;
}
