import type { PaymentStatus } from "#lib/contract/payment.ts";
import type { Message } from "#lib/core/text.ts";
import { changePaymentIn, lockPayment } from "#lib/db/payments/payment-changes.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { openRecord, sealRecord } from "#lib/db/payments/sealed-payment.ts";
import type { GatewayPayment, JsonRecord, JsonValue } from "#lib/gateway/records.ts";
import { toStorableJson } from "#lib/ledger-sync/storable.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import { savePaymentIdentifiers } from "./payment-identifiers.ts";
import type { PaymentPorts } from "./ports.ts";

type Answered = { id: string; answer: GatewayPayment; note?: Message };

/**
 * Saves the gateway's own response about a payment: state, record, identifiers. What an earlier response told and this one leaves
 * out stays in the record.
 */
export function applyAnswer(
  ports: Pick<PaymentPorts, "db" | "vault">,
  { id, answer, note }: Answered,
): Promise<PaymentRow | undefined> {
  const { vault } = ports;
  return save(ports, { id, answer, note }, (row, raw) => sealRecord(vault, id, mergeRecords(openRecord(vault, row), raw)));
}

/**
 * Saves what a list shows of a payment. Its items may have only number, status and reference, so they become no record: a payment
 * without one is asked about at its own address (`listDuePayments`).
 */
export function applyListed(ports: Pick<PaymentPorts, "db" | "vault">, listed: Answered): Promise<PaymentRow | undefined> {
  return save(ports, listed);
}

async function save(
  { db }: Pick<PaymentPorts, "db">,
  { id, answer: received, note }: Answered,
  toSealed?: (row: PaymentRow, raw: GatewayPayment["raw"]) => Buffer,
): Promise<PaymentRow | undefined> {
  const answer = toStorableJson({ ...received, createdAt: null, createdAtLater: null, updatedAt: null, expiresAt: null });
  const changed = await db.transaction(async (tx) => {
    // Two responses at once each keep what the other told.
    const before = toSealed && (await lockPayment(tx, id));
    return changePaymentIn(tx, {
      id,
      status: toStatus(answer.status),
      source: "gateway",
      note: note ?? toNote(answer.statusMessage),
      set: { gatewayPaymentId: answer.id, ...(before && { sealedRecord: toSealed(before, answer.raw) }) },
    });
  });
  if (changed) await savePaymentIdentifiers(db, changed, answer);
  return changed;
}

/** The members of both, at any depth; of those that both name the later ones, unless they are empty. */
function mergeRecords(earlier: unknown, later: JsonRecord): JsonRecord {
  if (!isRecord(earlier)) return later;
  const merged = Object.entries(later).map(([name, value]): [string, JsonValue] => {
    const before = earlier[name] ?? null;
    return [name, value === null ? before : isRecord(value) ? mergeRecords(before, value) : value];
  });
  return { ...earlier, ...Object.fromEntries(merged) };
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The gateway's messages are codes such as TRANSACTION_SUCCESS. */
function toNote(text: string | null): Message | undefined {
  return text === null ? undefined : { message: redactLogText(text), reason: `answered_${text.toLowerCase()}`.slice(0, 80) };
}

/** An unknown status leaves it open: the gateway has the payment and will report more. */
export function toStatus(status: GatewayPayment["status"]): PaymentStatus {
  return status === "unknown" ? "in_progress" : status;
}
