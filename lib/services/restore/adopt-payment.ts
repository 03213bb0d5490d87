import { AppError } from "#lib/core/errors.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changePayment, insertPayment } from "#lib/db/payments/payment-changes.ts";
import type { NewPayment, PaymentRow } from "#lib/db/payments/payments.ts";
import { saveUnknownRefund } from "#lib/db/restore/fences.ts";
import { findStored, listOriginals } from "#lib/db/restore/found-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";
import { applyAnswer } from "../payments/internal/apply-response.ts";
import { isRefundReference, refundPrefix } from "../payments/internal/generate-reference.ts";
import { toPaymentIdentifiers } from "../payments/internal/payment-identifiers.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";
import { serviceText } from "../texts.ts";

const freed: readonly string[] = ["failed", "rejected", "canceled"];
const note = serviceText("found_after_restore");

/** Stores a payment of the gateway's list that the restored database lost, and updates one that it knows. */
export async function adoptListed(
  ports: PaymentPorts,
  merchant: MerchantRow,
  { listed, terminalId, since }: { listed: GatewayPayment; terminalId: string; since: Date },
): Promise<void> {
  const { environment } = merchant;
  const referenceNumber = listed.referenceNumber ?? "";
  const stored = await findStored(ports.db, { environment, terminalId, referenceNumber, gatewayPaymentId: listed.id });
  if (stored) {
    if (stored.merchantId === merchant.id) await applyAnswer(ports, { id: stored.id, answer: listed });
    return;
  }
  // Everything sent from here carries a reference.
  if (referenceNumber === "" || (listed.createdAt !== null && listed.createdAt < since)) return;
  if (listed.amountMinor === null || listed.currency === null) throw new AppError("gateway_protocol");
  const { amountMinor, currency } = listed;
  const found = { terminalId, referenceNumber, amountMinor, currency, createdAt: listed.createdAt ?? undefined };
  const id = await insertFound(ports, merchant, { ...found, isFreed: freed.includes(listed.status) });
  if (id !== undefined) await applyAnswer(ports, { id, answer: listed, note });
}

/** The same for a row of the ledger, which has a payment of a terminal that the gateway does not list. */
export async function adoptBooked(ports: PaymentPorts, merchant: MerchantRow, row: TransactionRow): Promise<void> {
  const { environment } = merchant;
  const { referenceNumber, terminalId, amountMinor, currency } = row;
  const isRefund = isRefundReference(referenceNumber ?? "");
  if (referenceNumber === null || row.sign !== (isRefund ? "debit" : "credit")) return;
  if (terminalId === null || amountMinor === null || currency === null) throw new AppError("gateway_protocol");
  if (await findStored(ports.db, { environment, terminalId, referenceNumber, gatewayPaymentId: null })) return;
  const found = { terminalId, referenceNumber, amountMinor: Math.abs(amountMinor), currency, createdAt: row.occurredAt ?? undefined };
  const id = await insertFound(ports, merchant, { ...found, isFreed: false });
  if (id !== undefined) await changePayment(ports.db, { id, status: "success", source: "gateway", note });
}

type Found = Pick<NewPayment, "terminalId" | "referenceNumber" | "amountMinor" | "currency"> & {
  createdAt: Date | undefined;
  /** It moved no money. */
  isFreed: boolean;
};

/** The new row's id; undefined for a refund that belongs to no payment known here. */
async function insertFound(ports: PaymentPorts, merchant: MerchantRow, { isFreed, ...found }: Found): Promise<string | undefined> {
  const { environment, id: merchantId } = merchant;
  const id = crypto.randomUUID();
  const at = found.createdAt ?? new Date(ports.clock.now());
  const row = { ...found, id, environment, merchantId, createdAt: at, updatedAt: at, status: "unknown" };
  if (!isRefundReference(found.referenceNumber)) {
    return (await insertPayment(ports.db, { ...row, kind: "payment", identifiers: toPaymentIdentifiers(row) }))?.id;
  }
  const original = await findOriginal(ports, { ...row });
  const saved =
    original &&
    (await insertPayment(ports.db, {
      ...row,
      kind: "refund",
      originalId: original.id,
      identifiers: toPaymentIdentifiers(row),
    }).catch(isAboveOriginal));
  if (saved) return saved.id;
  const { terminalId, referenceNumber, amountMinor, currency } = found;
  if (!isFreed) await saveUnknownRefund(ports.db, { environment, merchantId, terminalId, referenceNumber, amountMinor, currency });
  return undefined;
}

/** More was given back than was paid: it counts as a refund of an unknown payment. Rethrows anything else. */
function isAboveOriginal(cause: unknown): undefined {
  const { constraint } = (cause as { cause?: { constraint?: string } }).cause ?? {};
  if (constraint !== "payment_refund_within_original") throw cause;
}

/** By the beginning of its reference, which two payments practically never share. */
async function findOriginal(
  { db }: PaymentPorts,
  refund: Pick<PaymentRow, "merchantId" | "terminalId" | "currency" | "referenceNumber">,
): Promise<PaymentRow | undefined> {
  const originals = await listOriginals(db, refund);
  const [original, another] = originals.filter((item) => refund.referenceNumber.startsWith(`${refundPrefix(item)}-`));
  return another === undefined ? original : undefined;
}
