import type { ErrorCode } from "#lib/core/errors.ts";

/** Any JSON value; the form in which received records are stored. */
export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };
export type JsonRecord = { [name: string]: JsonValue };

export type LabelledValue = { label: string; value: string };

/** Each record includes unknown members: `extra` for display, `raw` as received. Neither contains credentials. */
export type Kept = { extra: LabelledValue[]; raw: JsonRecord };

export type Account = Kept & {
  accountNumber: string;
  iban: string | null;
  currency: string | null;
  name: string | null;
  isReserve: boolean;
  isSuspense: boolean;
};

/** `amountMinor` is null when the text is not an exact amount of the currency; `amountText` has the same sign. */
export type GatewayAmount = { amountMinor: number | null; amountText: string; currency: string | null };

export type TransactionSign = "credit" | "debit";

/** One transaction. Amounts are negative for debit and positive for credit, whatever the gateway's format. */
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
 * One page of a list, flat or nested. `hasNext` is computed when the gateway does not send it: without a total, only an empty
 * page is the end.
 */
export type GatewayPage<Row> = {
  rows: Row[];
  /** The number of records received, including those that could not be parsed. */
  received: number;
  page: number;
  pageSize: number;
  totalPages: number | null;
  totalCount: number | null;
  hasNext: boolean;
};

export type TransactionPage = GatewayPage<Transaction>;

export type TransactionDetail = Kept & {
  /** As returned by the gateway, or as requested when it does not return it. */
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
    /** The gateway's own text for the status. */
    statusText: string | null;
    tipMinor: number | null;
    terminalId: string | null;
    referenceNumber: string | null;
    description: string | null;
    createdAt: Date | null;
    /** What the same text means too, in the hour that the end of summer time repeats. */
    createdAtLater: Date | null;
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
