import type { PaymentStatus } from "#lib/contract/payment.ts";
import { redactLogText } from "#lib/core/redact.ts";
import { changePayment } from "#lib/db/payments/payment-changes.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { sealRecord } from "#lib/db/payments/sealed-payment.ts";
import type { GatewayPayment } from "#lib/gateway/index.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { savePaymentIdentifiers } from "./payment-identifiers.ts";
import type { PaymentPorts } from "./ports.ts";

type Answered = { id: string; answer: GatewayPayment; note?: string };

/** Takes what the gateway says of a payment into the store: state, record, identifiers. */
export async function applyAnswer(
  { db, vault }: Pick<PaymentPorts, "db" | "vault">,
  { id, answer: received, note }: Answered,
): Promise<PaymentRow | undefined> {
  const answer = toStorableJson({ ...received, createdAt: null, updatedAt: null, expiresAt: null });
  const row = await changePayment(db, {
    id,
    status: toStatus(answer.status),
    source: "gateway",
    note: note ?? (answer.statusMessage === null ? undefined : redactLogText(answer.statusMessage)),
    set: { gatewayPaymentId: answer.id, sealedRecord: sealRecord(vault, id, answer.raw) },
  });
  if (row) await savePaymentIdentifiers(db, row, answer);
  return row;
}

/** A word we do not know leaves it open: the gateway has it, and will say more. */
function toStatus(status: GatewayPayment["status"]): PaymentStatus {
  return status === "unknown" ? "in_progress" : status;
}
