import { createHash } from "node:crypto";
import type { Database } from "#lib/db/connection/open-store.ts";
import { findMerchantsBySlug, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import { type EndedPayment, insertEndedPayments } from "#lib/db/payments/ended-payments.ts";
import { sealRecord } from "#lib/db/payments/sealed-payment.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { toPaymentIdentifiers } from "./internal/payment-identifiers.ts";

/** A payment that ended before, as the sandbox's gateway answers about it. */
type Past = {
  slug: string;
  /** The gateway's. */
  id: string;
  status: "Success" | "Canceled" | "Failed" | "Reversed" | "Rejected";
  isRefund: boolean;
  originalId: string | null;
  amountMinor: number;
  currency: string;
  terminalId: string;
  referenceNumber: string;
  createdAt: number;
  settledAt: number;
  endedAt: number;
  record: Record<string, unknown>;
};

type Ports = { db: Database; vault: Vault; createdBy: string | null };

const environment = "sandbox";
const note = serviceText("sandbox_example");

/** Stores payments of the sandbox's history as if they had been taken from here then. Storing one again changes nothing. */
export async function seedPayments({ db, vault, createdBy }: Ports, past: readonly Past[]): Promise<void> {
  const merchants = await findMerchantsBySlug(db, environment, [...new Set(past.map(({ slug }) => slug))]);
  const bySlug = new Map(merchants.map((merchant) => [merchant.slug, merchant]));
  const ended = past.flatMap((payment): EndedPayment[] => {
    const merchant = bySlug.get(payment.slug);
    return merchant ? [{ row: toRow(vault, merchant, payment, createdBy), events: toEvents(payment) }] : [];
  });
  await insertEndedPayments(db, ended);
}

function toRow(vault: Vault, { id: merchantId }: MerchantRow, past: Past, createdBy: string | null): EndedPayment["row"] {
  const id = toUuid(merchantId, past.id);
  const { amountMinor, currency, terminalId, referenceNumber, record } = past;
  const named = { id, amountMinor, currency, terminalId, referenceNumber, gatewayPaymentId: past.id };
  const text = (name: string) => (typeof record[name] === "string" ? record[name] : null);
  const assigned = { id: past.id, stan: text("stan"), rrn: text("rrn"), authCode: text("auth_code"), pan: text("pan") };
  return {
    ...named,
    environment,
    merchantId,
    kind: past.isRefund ? "refund" : "payment",
    originalId: past.originalId === null ? null : toUuid(merchantId, past.originalId),
    status: past.status.toLowerCase(),
    identifiers: toPaymentIdentifiers(named, assigned),
    sealedRecord: sealRecord(vault, id, record),
    createdBy,
    createdAt: new Date(past.createdAt),
    updatedAt: new Date(past.endedAt),
  };
}

function toEvents({ status, createdAt, settledAt, endedAt }: Past): EndedPayment["events"] {
  const settled = status === "Reversed" ? "success" : status.toLowerCase();
  const events: EndedPayment["events"][number][] = [
    { status: "sending", source: "staff", note, at: new Date(createdAt) },
    { status: "in_progress", source: "gateway", at: new Date(createdAt + 400) },
    { status: settled, source: "gateway", at: new Date(settledAt) },
  ];
  return status === "Reversed" ? [...events, { status: "reversed", source: "gateway", at: new Date(endedAt) }] : events;
}

/** The same for the same merchant and payment. */
function toUuid(merchantId: string, gatewayId: string): string {
  const hex = createHash("sha256").update(`${merchantId} ${gatewayId}`).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
