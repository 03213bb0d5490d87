import { AppError } from "#lib/core/errors.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { changePayment, insertFoundPayment } from "#lib/db/payments/payment-changes.ts";
import type { PaymentRow } from "#lib/db/payments/payments.ts";
import { saveUnknownRefund } from "#lib/db/restore/fences.ts";
import { findByReference, findStored, listOriginals } from "#lib/db/restore/found-payments.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import { applyAnswer, applyListed } from "../payments/internal/apply-response.ts";
import { isOwnReference, isRefundReference, refundPrefix } from "../payments/internal/generate-reference.ts";
import { toPaymentIdentifiers } from "../payments/internal/payment-identifiers.ts";
import type { PaymentPorts } from "../payments/internal/ports.ts";
import { isOpen } from "../payments/internal/to-payment.ts";
import { serviceText } from "../texts.ts";
import type { CompletePayment } from "./complete-listed.ts";

const freed: readonly string[] = ["failed", "rejected", "canceled"];
const foundNote = serviceText("found_after_restore");

/** Stores a payment of the gateway's list that the restored database lost, and updates one that it knows. */
export async function adoptListed(
  ports: PaymentPorts,
  merchant: MerchantRow,
  { listed, own, terminalId, since, isShared }: CompletePayment & { terminalId: string; since: Date; isShared: boolean },
): Promise<void> {
  const { environment } = merchant;
  const referenceNumber = listed.referenceNumber ?? "";
  const isOurs = isOwnReference(referenceNumber);
  const stored = await findStored(ports.db, { environment, terminalId, referenceNumber, gatewayPaymentId: listed.id, isOurs });
  if (stored) {
    if (stored.merchantId === merchant.id) await updateStored(ports, stored, { listed, own });
    return;
  }
  // Everything sent from here carries a reference.
  if (referenceNumber === "" || (listed.createdAt !== null && listed.createdAt < since)) return;
  if (listed.amountMinor === null || listed.currency === null) throw new AppError("gateway_protocol");
  const { amountMinor, currency } = listed;
  const found = { terminalId, referenceNumber, amountMinor, currency, createdAt: listed.createdAt ?? undefined };
  const isFreed = freed.includes((own ?? listed).status);
  const id = await insertFound(ports, merchant, { ...found, gatewayPaymentId: listed.id, isFreed });
  if (id === undefined) return;
  const note = isShared ? serviceText("found_several_after_restore") : foundNote;
  await (own ? applyAnswer(ports, { id, answer: own, note }) : applyListed(ports, { id, answer: listed, note }));
}

async function updateStored(ports: PaymentPorts, stored: PaymentRow, { listed, own }: CompletePayment): Promise<void> {
  const { id, status, gatewayPaymentId } = stored;
  if (own) await applyAnswer(ports, { id, answer: own });
  // An open one is asked about at its own address, which has its record as well.
  const isAsked = isOpen(status) && (own !== undefined || gatewayPaymentId !== null);
  if (!isAsked) await applyListed(ports, { id, answer: listed });
}

/** The same for a row of the ledger, which has a payment of a terminal that the gateway does not list. */
export async function adoptBooked(ports: PaymentPorts, merchant: MerchantRow, row: TransactionRow): Promise<void> {
  const { environment } = merchant;
  const { referenceNumber, terminalId, amountMinor, currency } = row;
  const isRefund = isRefundReference(referenceNumber ?? "");
  if (referenceNumber === null || row.sign !== (isRefund ? "debit" : "credit")) return;
  if (terminalId === null || amountMinor === null || currency === null) throw new AppError("gateway_protocol");
  if (await findByReference(ports.db, { environment, terminalId, referenceNumber })) return;
  const found = {
    terminalId,
    referenceNumber,
    amountMinor: Math.abs(amountMinor),
    currency,
    createdAt: row.occurredAt ?? undefined,
  };
  const id = await insertFound(ports, merchant, { ...found, gatewayPaymentId: null, isFreed: false });
  if (id !== undefined) await changePayment(ports.db, { id, status: "success", source: "gateway", note: foundNote });
}

type Found = Pick<PaymentRow, "terminalId" | "referenceNumber" | "amountMinor" | "currency" | "gatewayPaymentId"> & {
  createdAt: Date | undefined;
  /** It moved no money. */
  isFreed: boolean;
};

/** The new row's id, whose state the caller sets; undefined for a refund that belongs to no payment known here. */
async function insertFound(
  ports: PaymentPorts,
  merchant: MerchantRow,
  { isFreed, ...found }: Found,
): Promise<string | undefined> {
  const { environment, id: merchantId } = merchant;
  const id = crypto.randomUUID();
  const at = found.createdAt ?? new Date(ports.clock.now());
  const row = { ...found, id, environment, merchantId, createdAt: at, updatedAt: at, status: "unknown" };
  if (!isRefundReference(found.referenceNumber)) {
    return (await insertFoundPayment(ports.db, { ...row, kind: "payment", identifiers: toPaymentIdentifiers(row) }))?.id;
  }
  const original = await findOriginal(ports, { ...row });
  const saved =
    original &&
    (await insertFoundPayment(ports.db, {
      ...row,
      kind: "refund",
      originalId: original.id,
      identifiers: toPaymentIdentifiers(row),
    }).catch(isAboveOriginal));
  if (saved) return saved.id;
  const { terminalId, referenceNumber, amountMinor, currency } = found;
  if (!isFreed)
    await saveUnknownRefund(ports.db, { environment, merchantId, terminalId, referenceNumber, amountMinor, currency });
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
