import { normaliseIdentifier } from "../../core/identifiers.ts";
import { formatDecimal } from "../../core/money.ts";
import type { GatewayPayment } from "../../gateway/index.ts";
import { type NewIdentifier, saveIdentifiers } from "../../store/identifiers.ts";
import type { Queryable } from "../../store/open-store.ts";
import type { PaymentRow } from "../../store/payments.ts";

/** Remembers all a caller may read out of a payment: ours, and what the gateway gave it. */
export async function savePaymentIdentifiers(db: Queryable, row: PaymentRow, answer?: GatewayPayment): Promise<void> {
  const named: [field: string, text: string | null | undefined][] = [
    ["paymentId", row.id],
    ["gatewayPaymentId", row.gatewayPaymentId ?? answer?.id],
    ["referenceNumber", row.referenceNumber],
    ["ownReference", row.ownReference],
    ["terminal", row.terminalId],
    ["amount", formatDecimal(row)],
    ["stan", answer?.stan],
    ["rrn", answer?.rrn],
    ["authCode", answer?.authCode],
    ["pan", /(\d{4})$/.exec(answer?.pan ?? "")?.[1]],
  ];
  const rows = named.flatMap(([field, text]): NewIdentifier[] => {
    const value = normaliseIdentifier(text ?? "");
    if (value === "" || value.length > 255) return [];
    const { environment, merchantId, id: targetId, createdAt: occurredAt } = row;
    return [{ environment, merchantId, kind: "payment", targetId, field, value, occurredAt }];
  });
  await saveIdentifiers(db, rows);
}
