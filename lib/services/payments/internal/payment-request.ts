import type { CreatePaymentInput } from "#lib/contract/payment.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import type { PaymentWords } from "#lib/db/payments/sealed-payment.ts";
import type { JsonRecord } from "#lib/gateway/records.ts";
import type { PaymentRequest } from "#lib/gateway/requests.ts";

type RequestColumns = Pick<PaymentRow, "amountMinor" | "currency" | "tipMinor" | "terminalId" | "operatorCode">;

/** The user's request as stored in the intent. */
export function toRequestColumns(input: CreatePaymentInput): RequestColumns {
  return {
    amountMinor: input.amountMinor,
    tipMinor: input.tipMinor ?? 0,
    currency: input.currency,
    terminalId: input.terminalId,
    operatorCode: input.operatorCode || null,
  };
}

/** The user's additional fields. */
export function toWords(input: CreatePaymentInput): PaymentWords {
  return { description: input.description || null, extra: input.extra ?? null };
}

/** The gateway request of an intent. */
export function toRequest(row: RequestColumns & Pick<PaymentRow, "referenceNumber">, words: PaymentWords): PaymentRequest {
  return {
    amountMinor: row.amountMinor,
    currency: row.currency,
    tipMinor: row.tipMinor === 0 ? undefined : row.tipMinor,
    terminalId: row.terminalId,
    referenceNumber: row.referenceNumber,
    description: words.description ?? undefined,
    operatorCode: row.operatorCode ?? undefined,
    extra: (words.extra as JsonRecord | null) ?? undefined,
  };
}
