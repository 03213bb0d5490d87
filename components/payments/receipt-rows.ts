import type { Words } from "#components/language/words.ts";
import type { LabelledValue } from "#lib/contract/common.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { receiptLabels, receiptOrder } from "#lib/contract/receipt-labels.ts";
import { formatMoney } from "#lib/core/money.ts";

type Language = { t: Words<"payments">; say: (text: string) => string; locale: string };
type Received = Pick<PaymentDetail, "fields" | "currency">;

/** The gateway's data of a payment as the rows of a receipt: amounts formatted, empty fields omitted. */
export function toReceiptRows({ fields, currency }: Received, { t, say, locale }: Language): LabelledValue[] {
  const own = fields.find(({ label }) => label === receiptLabels.currency)?.value ?? currency;
  const rank = ({ label }: LabelledValue) => (receiptOrder.indexOf(label) + receiptOrder.length + 1) % (receiptOrder.length + 1);
  return fields
    .filter(
      ({ label, value }) => value !== "" && label !== receiptLabels.currency && !(label === receiptLabels.tip && value === "0"),
    )
    .toSorted((left, right) => rank(left) - rank(right))
    .map(({ label, value }) => {
      if (label !== receiptLabels.amount && label !== receiptLabels.tip) return { label: say(label), value };
      return { label: t(label === receiptLabels.amount ? "receipt.amount" : "receipt.tip"), value: toMoney(value, own, locale) };
    });
}

function toMoney(minorText: string, currency: string, locale: string): string {
  const amountMinor = Number(minorText);
  return Number.isSafeInteger(amountMinor)
    ? `${formatMoney({ amountMinor, currency }, locale)} ${currency}`
    : `${minorText} ${currency}`;
}
