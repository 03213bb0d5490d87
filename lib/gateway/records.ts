import type { ErrorCode } from "#lib/core/errors.ts";

/** What JSON can hold; the form every received record is kept in. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonRecord = { [name: string]: JsonValue };

export type LabelledValue = { label: string; value: string };

/** Each record keeps what we do not know: `extra` for the eye, `raw` as received. No credential is ever in them. */
export type Kept = { extra: LabelledValue[]; raw: JsonRecord };

export type Account = Kept & {
  accountNumber: string;
  iban: string | null;
  currency: string | null;
  name: string | null;
  isReserve: boolean;
  isSuspense: boolean;
};

/** `amountMinor` is null when the text is no exact amount of the currency; `amountText` carries the same sign. */
export type GatewayAmount = { amountMinor: number | null; amountText: string; currency: string | null };

export type TransactionSign = "credit" | "debit";

/** One ledger row. Amounts are negative for debit and positive for credit whichever way the gateway wrote them. */
export type Transaction = Kept &
  GatewayAmount & {
    /** The gateway's row id, as text; null when it sent none. */
    id: string | null;
    /** The payment reference; not unique: a sale and its fee share it. */
    reference: string | null;
    occurredAt: Date | null;
    occurredAtText: string;
    /** The three-digit transaction type code. */
    type: string | null;
    sign: TransactionSign | null;
    original: GatewayAmount | null;
    merchantReference: string | null;
    merchantReferenceType: string | null;
    terminalId: string | null;
    serialNumber: string | null;
    accountNumber: string | null;
    ruid: string | null;
    descriptor: string | null;
    pan: string | null;
    description: string | null;
  };

/**
 * One page of a list as the gateway paged it, flat or nested. `hasNext` is worked out when it was not said: where nothing
 * says how many rows there are, only an empty page is the end.
 */
export type GatewayPage<Row> = {
  rows: Row[];
  /** How many came, with those that could not be read and are no rows. */
  received: number;
  page: number;
  pageSize: number;
  totalPages: number | null;
  totalCount: number | null;
  hasNext: boolean;
};

export type TransactionPage = GatewayPage<Transaction>;

export type TransactionDetail = Kept & {
  /** As echoed, or as asked where the gateway does not echo it. */
  reference: string;
  general: { canRequestReversal: boolean | null; isFee: boolean | null; isReversal: boolean | null; type: string | null };
  /** In the gateway's order. An empty value may be a heading for the rows below it. */
  details: LabelledValue[];
};

export type LookupResult =
  | { reference: string; verdict: "found"; detail: TransactionDetail }
  | { reference: string; verdict: "missing" }
  | { reference: string; verdict: "error"; error: ErrorCode };

export type GatewayPaymentStatus = "in_progress" | "success" | "failed" | "rejected" | "canceled" | "reversed" | "unknown";

export type GatewayPayment = Kept &
  GatewayAmount & {
    id: string;
    status: GatewayPaymentStatus;
    /** The gateway's own word for the status. */
    statusText: string | null;
    tipMinor: number | null;
    terminalId: string | null;
    referenceNumber: string | null;
    description: string | null;
    createdAt: Date | null;
    createdAtText: string | null;
    updatedAt: Date | null;
    expiresAt: Date | null;
    statusMessage: string | null;
    responseCode: string | null;
    authCode: string | null;
    stan: string | null;
    rrn: string | null;
    pan: string | null;
    cardName: string | null;
  };

export type PaymentCancellation = Kept & { id: string; status: GatewayPaymentStatus | null };

export type Terminal = Kept & {
  terminalId: string;
  serialNumber: string | null;
  model: string | null;
  name: string | null;
  currency: string | null;
  status: string | null;
};
