import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { type PaymentRow, setPaymentIdentifiers } from "#lib/db/payments/payments.ts";
import { type Identifier, readIdentifiers, toIdentifierText } from "#lib/db/search/identifiers.ts";
import type { GatewayPayment } from "#lib/gateway/records.ts";

type Named = Pick<PaymentRow, "id" | "referenceNumber" | "terminalId" | "amountMinor" | "currency"> &
  Partial<Pick<PaymentRow, "gatewayPaymentId" | "ownReference" | "identifiers">>;

type Assigned = Pick<GatewayPayment, "id" | "stan" | "rrn" | "authCode" | "pan">;

/** Adds the identifiers assigned by the gateway to those of the payment. */
export async function savePaymentIdentifiers(db: Queryable, row: PaymentRow, answer: GatewayPayment): Promise<void> {
  const identifiers = toPaymentIdentifiers(row, answer);
  if (identifiers !== row.identifiers) await setPaymentIdentifiers(db, { id: row.id, identifiers });
}

/** All identifiers of a payment that a caller may read out: ours, and those assigned by the gateway. */
export function toPaymentIdentifiers(row: Named, answer?: Assigned): string | null {
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
  const found = named.flatMap(([field, text]): Identifier[] => {
    const value = normaliseIdentifier(text ?? "");
    if (value === "" || value.length > 255) return [];
    return [{ field, value }];
  });
  // A response with fewer members does not remove known ones.
  return toIdentifierText([...readIdentifiers(row.identifiers ?? null), ...found]);
}
