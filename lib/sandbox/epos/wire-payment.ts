import { dayMs } from "#lib/core/days.ts";
import { toWireTime } from "../ledger/ledger-row.ts";
import type { Payment, PaymentStatus } from "./payment-state.ts";

const monthMs = 30 * dayMs;

const messages: Record<PaymentStatus, string> = {
  InProgress: "TRANSACTION_IN_PROGRESS",
  Success: "TRANSACTION_SUCCESS",
  Canceled: "TRANSACTION_CANCELED",
  Failed: "TRANSACTION_FAILED",
  Reversed: "TRANSACTION_REVERSED",
  Rejected: "TRANSACTION_DECLINED",
};

const responseCodes: Partial<Record<PaymentStatus, string>> = { Success: "00", Reversed: "00", Rejected: "05", Failed: "96" };

/** The response to a new payment, with times in this offset from UTC. */
export function toNewPayment(payment: Payment, offsetMinutes: number): Record<string, unknown> {
  return {
    payment_id: payment.id,
    status: payment.status,
    amount: { value: payment.amountMinor, currency_code: payment.currency, tip: payment.tipMinor },
    created_at: toWireTime(payment.createdAt, offsetMinutes),
    updated_at: toWireTime(payment.updatedAt, offsetMinutes),
    reference_number: payment.referenceNumber,
    description: payment.description,
    expire_at: toWireTime(payment.createdAt + monthMs, offsetMinutes),
  };
}

/** A payment with all its fields (5.2); card fields are null until a card was used. */
export function toWirePayment(payment: Payment, offsetMinutes: number): Record<string, unknown> {
  const responseCode = responseCodes[payment.status] ?? null;
  const hadCard = responseCode !== null;
  const created = toWireTime(payment.createdAt, offsetMinutes);
  const updated = toWireTime(payment.updatedAt, offsetMinutes);
  return {
    ...toNewPayment(payment, offsetMinutes),
    reference_type: payment.referenceNumber === null ? "None" : "ReferenceNumber",
    status_message: messages[payment.status],
    response_code: responseCode,
    stan: hadCard ? payment.stan : null,
    auth_code: responseCode === "00" ? payment.id.slice(0, 6).toUpperCase() : null,
    rrn: hadCard ? `${created.replace(/\D/g, "").slice(2, 8)}${payment.stan}` : null,
    transaction_date_local: hadCard ? updated.replace(/\D/g, "").slice(2) : null,
    card_qualifier: hadCard ? "VISA" : null,
    pan: hadCard ? `****${payment.lastDigits}` : null,
    aid: hadCard ? "A0000000031010" : null,
    signature_required: false,
    dcc_available: false,
    dcc_amount: null,
    dcc_card_exchange_rate: null,
  };
}
