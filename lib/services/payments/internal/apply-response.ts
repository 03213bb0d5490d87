import type { PaymentStatus } from "#lib/contract/payment.ts";
import type { Message } from "#lib/core/text.ts";
import { changePayment } from "#lib/db/payments/payment-changes.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { sealRecord } from "#lib/db/payments/sealed-payment.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import { savePaymentIdentifiers } from "./payment-identifiers.ts";
import type { PaymentPorts } from "./ports.ts";

type Answered = { id: string; answer: GatewayPayment; note?: Message };

/** Saves the gateway's response about a payment: state, record, identifiers. */
export async function applyAnswer(
  { db, vault }: Pick<PaymentPorts, "db" | "vault">,
  { id, answer: received, note }: Answered,
): Promise<PaymentRow | undefined> {
  const answer = toStorableJson({ ...received, createdAt: null, createdAtLater: null, updatedAt: null, expiresAt: null });
  const row = await changePayment(db, {
    id,
    status: toStatus(answer.status),
    source: "gateway",
    note: note ?? toNote(answer.statusMessage),
    set: { gatewayPaymentId: answer.id, sealedRecord: sealRecord(vault, id, answer.raw) },
  });
  if (row) await savePaymentIdentifiers(db, row, answer);
  return row;
}

/** The gateway's messages are codes such as TRANSACTION_SUCCESS. */
function toNote(text: string | null): Message | undefined {
  return text === null ? undefined : { message: redactLogText(text), reason: `answered_${text.toLowerCase()}`.slice(0, 80) };
}

/** An unknown status leaves it open: the gateway has the payment and will report more. */
function toStatus(status: GatewayPayment["status"]): PaymentStatus {
  return status === "unknown" ? "in_progress" : status;
}
