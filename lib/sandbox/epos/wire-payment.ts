import { toWireTime } from "../ledger/ledger-row.ts";
import type { Payment, PaymentStatus } from "./payment-state.ts";

const monthMs = 30 * 86_400_000;

const messages: Record<PaymentStatus, string> = {
  InProgress: "TRANSACTION_IN_PROGRESS",
  Success: "TRANSACTION_SUCCESS",
  Canceled: "TRANSACTION_CANCELED",
  Failed: "TRANSACTION_FAILED",
  Reversed: "TRANSACTION_REVERSED",
  Rejected: "TRANSACTION_DECLINED",
};

const responseCodes: Partial<Record<PaymentStatus, string>> = { Success: "00", Reversed: "00", Rejected: "05", Failed: "96" };

/** public-record-gateway.md 5.1 and 5.2, its times so many minutes ahead of UTC; the card's part only once there was a card. */
export function toWirePayment(payment: Payment, offsetMinutes: number): Record<string, unknown> {
  const time = (ms: number) => toWireTime(ms, offsetMinutes);
  const base = {
    payment_id: payment.id,
    status: payment.status,
    amount: { value: payment.amountMinor, currency_code: payment.currency, tip: payment.tipMinor },
    created_at: time(payment.createdAt),
    updated_at: time(payment.updatedAt),
    reference_number: payment.referenceNumber,
    description: payment.description,
    terminal_id: payment.terminalId,
    expire_at: time(payment.createdAt + monthMs),
  };
  const responseCode = responseCodes[payment.status];
  if (responseCode === undefined) return { ...base, status_message: messages[payment.status] };
  return {
    ...base,
    status_message: messages[payment.status],
    stan: payment.stan,
    auth_code: responseCode === "00" ? payment.id.slice(0, 6).toUpperCase() : null,
    response_code: responseCode,
    card_qualifier: "VISA",
    pan: `****${payment.lastDigits}`,
    aid: "A0000000031010",
    rrn: `${time(payment.createdAt).replace(/\D/g, "").slice(2, 8)}${payment.stan}`,
    dcc_available: false,
    signature_required: false,
    transaction_date_local: time(payment.updatedAt).replace(/\D/g, "").slice(2),
  };
}
