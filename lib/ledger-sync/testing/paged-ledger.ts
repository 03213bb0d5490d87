import { AppError } from "#lib/core/errors.ts";
import { defaultGatewayOptions, toListing } from "#lib/gateway/default-options.ts";
import type { Account, Transaction, TransactionPage } from "#lib/gateway/records.ts";
import type { TransactionsQuery } from "#lib/gateway/requests.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";

/** A gateway's two ledger calls over rows in memory, counting requests; for tests of readings alone. */
export type PagedLedger = Pick<MerchantGateway, "listAccounts" | "readTransactions" | "recordFact"> & {
  /** The parameters that may be sent with the list; all others are ignored. */
  listing: MerchantGateway["listing"];
  rows: Transaction[];
  asked: TransactionsQuery[];
  /** Thrown by the next pages while it returns an error. */
  failure: (query: TransactionsQuery) => Error | undefined;
  /** Awaited before each page. */
  gate: () => Promise<void>;
  /** False: the gateway does not say how many pages there are. */
  tellsTotals: boolean;
  /** Changes the page before it is returned. */
  distort: (page: TransactionPage, query: TransactionsQuery) => TransactionPage;
};

const zoneOffset = "+02:00";

export function pagedLedger(rows: Transaction[], { accounts = ["A"], pageSize = 100 } = {}): PagedLedger {
  const ledger: PagedLedger = {
    rows,
    asked: [],
    failure: () => undefined,
    gate: () => Promise.resolve(),
    tellsTotals: true,
    distort: (answer) => answer,
    listing: { ...toListing(defaultGatewayOptions), pageSize },
    recordFact: () => {},
    listAccounts: async () => accounts.map(account),
    readTransactions: async (query) => {
      ledger.asked.push(query);
      await ledger.gate();
      const failure = ledger.failure(query);
      if (failure) throw failure;
      return ledger.distort(page(ledger, query, pageSize), query);
    },
  };
  return ledger;
}

function page(ledger: PagedLedger, query: TransactionsQuery, pageSize: number): TransactionPage {
  const asked = {
    ...query,
    accountNumber: ledger.listing.sendAccount ? query.accountNumber : undefined,
    from: ledger.listing.sendDates ? query.from : undefined,
    to: ledger.listing.sendDates ? query.to : undefined,
  };
  const rising = ledger.rows.filter((row) => matchesQuery(row, asked));
  const fitting = query.order === "desc" ? rising.toReversed() : rising;
  const size = query.pageSize ?? pageSize;
  const start = (query.page - 1) * size;
  const totalPages = Math.ceil(fitting.length / size);
  const rows = fitting.slice(start, start + size);
  return {
    rows,
    received: rows.length,
    page: query.page,
    pageSize: size,
    totalPages: ledger.tellsTotals ? totalPages : null,
    totalCount: ledger.tellsTotals ? fitting.length : null,
    hasNext: query.page < totalPages,
  };
}

function matchesQuery(row: Transaction, query: TransactionsQuery): boolean {
  if (query.accountNumber !== undefined && row.accountNumber !== query.accountNumber) return false;
  if (query.startAfterId !== undefined && Number(row.id) <= Number(query.startAfterId)) return false;
  const day = row.occurredAtText.slice(0, 10);
  return (query.from === undefined || day >= query.from) && (query.to === undefined || day <= query.to);
}

/** A credit of EUR 18.40 at a time of Sofia's winter. */
export function ledgerRow(id: string | null, occurredAtText: string, change: Partial<Transaction> = {}): Transaction {
  const occurredAt = new Date(`${occurredAtText}${zoneOffset}`);
  const raw = { id, date: occurredAtText, ...(change.raw ?? {}) };
  return {
    id,
    reference: `POSA${id}`,
    occurredAt: Number.isNaN(occurredAt.getTime()) ? null : occurredAt,
    occurredAtText,
    type: "013",
    sign: "credit",
    amountMinor: 1840,
    amountText: "18.40",
    currency: "EUR",
    original: null,
    merchantReference: null,
    merchantReferenceType: null,
    terminalId: null,
    serialNumber: null,
    accountNumber: "A",
    ruid: null,
    descriptor: null,
    pan: null,
    description: null,
    extra: [],
    ...change,
    raw,
  };
}

function account(accountNumber: string): Account {
  const nothing = { iban: null, currency: "EUR", name: null, extra: [], raw: {} };
  return { accountNumber, ...nothing, isReserve: false, isSuspense: false };
}

export const gatewayAway = () => new AppError("gateway_unavailable");
