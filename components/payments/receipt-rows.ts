import type { Words } from "#components/language/words.ts";
import type { LabelledValue } from "#lib/contract/common.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { formatMoney } from "#lib/core/money.ts";

type Language = { t: Words<"payments">; locale: string };
type Received = Pick<PaymentDetail, "fields" | "currency">;

/** A receipt's order, by the names of a payment's fields. */
const order = [
  ...["amount_value", "amount_tip", "status", "transaction_date_local", "created_at", "terminal_id", "card_qualifier", "pan"],
  ...["auth_code", "response_code", "rrn", "stan", "aid", "reference_number", "description", "payment_id"],
];

/** The gateway's data of a payment as the rows of a receipt: amounts formatted, empty fields omitted. */
export function toReceiptRows({ fields, currency }: Received, { t, locale }: Language): LabelledValue[] {
  const nameOf = ({ reason }: LabelledValue) => reason?.replace("field_", "") ?? "";
  const own = fields.find((field) => nameOf(field) === "amount_currency_code")?.value ?? currency;
  const rank = (field: LabelledValue) => (order.indexOf(nameOf(field)) + order.length + 1) % (order.length + 1);
  const isOmitted = (field: LabelledValue) => nameOf(field) === "amount_tip" && field.value === "0";
  return fields
    .filter((field) => field.value !== "" && nameOf(field) !== "amount_currency_code" && !isOmitted(field))
    .toSorted((left, right) => rank(left) - rank(right))
    .map((field) => {
      const name = nameOf(field);
      if (name !== "amount_value" && name !== "amount_tip") return field;
      const label = t(name === "amount_value" ? "receipt.amount" : "receipt.tip");
      return { label, value: toMoney(field.value, own, locale) };
    });
}

function toMoney(minorText: string, currency: string, locale: string): string {
  const amountMinor = Number(minorText);
  return Number.isSafeInteger(amountMinor)
    ? `${formatMoney({ amountMinor, currency }, locale)} ${currency}`
    : `${minorText} ${currency}`;
}
