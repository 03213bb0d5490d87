import { instantFormat } from "#components/language/instant-format.ts";
import type { Words } from "#components/language/words.ts";
import type { LabelledValue } from "#lib/contract/common.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { paymentCard } from "#lib/contract/record-state.ts";
import type { LanguageTag } from "#lib/core/languages.ts";
import { formatMoney } from "#lib/core/money.ts";

type Language = { t: Words<"payments">; locale: LanguageTag; zone: string };
type Received = Pick<PaymentDetail, "fields" | "currency" | "status" | "createdAt">;

/** What a customer's receipt has, by the names of a payment's fields, in its order; the gateway's own codes are no part of it. */
const order = [
  ...["amount_value", "amount_tip", "status", "created_at", "terminal_id", "pan"],
  ...["auth_code", "rrn", "stan", "aid", "reference_number", "description", "payment_id"],
];

/** The gateway's data of a payment as the rows of a receipt: in words, empty fields omitted. */
export function toReceiptRows(payment: Received, { t, locale, zone }: Language): LabelledValue[] {
  const { currency, status, createdAt } = payment;
  const byName = new Map(payment.fields.map((field) => [field.reason?.replace("field_", ""), field]));
  const own = byName.get("amount_currency_code")?.value ?? currency;
  const words: Record<string, (value: string) => Partial<LabelledValue>> = {
    amount_value: (value) => ({ label: t("receipt.amount"), reason: undefined, value: toMoney(value, own, locale) }),
    amount_tip: (value) => ({
      label: t("receipt.tip"),
      reason: undefined,
      value: value === "0" ? "" : toMoney(value, own, locale),
    }),
    status: () => ({ value: t(`status.${status}`) }),
    created_at: () => ({ value: `${instantFormat({ locale, zone, precision: "second" }).format(new Date(createdAt))} ${zone}` }),
    pan: (value) => ({ value: paymentCard(payment) ?? value }),
  };
  return order.flatMap((name) => {
    const field = byName.get(name);
    const row = field && { ...field, ...words[name]?.(field.value) };
    return row && row.value !== "" ? [row] : [];
  });
}

function toMoney(minorText: string, currency: string, locale: string): string {
  const amountMinor = Number(minorText);
  return Number.isSafeInteger(amountMinor)
    ? `${formatMoney({ amountMinor, currency }, locale)} ${currency}`
    : `${minorText} ${currency}`;
}
