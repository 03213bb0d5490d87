import type { LabelledValue } from "#lib/contract/common.ts";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { formatMoney } from "#lib/core/money.ts";

const amountLabel = "Amount in minor units";
const tipLabel = "Tip in minor units";

/** A receipt's order; what is not named follows in the gateway's. */
const order = [
  "Amount",
  "Tip",
  "Status",
  "Local time at the terminal",
  "Created",
  "Terminal",
  "Card scheme",
  "Card",
  "Authorisation code",
  "Response code",
  "RRN",
  "STAN",
  "Application id of the card",
  "Merchant's reference",
  "Description",
  "Gateway payment id",
];

/** What the gateway gave of a payment as the rows of a receipt: amounts as people write them, empty fields left out. */
export function toReceiptRows({ fields, currency }: Pick<PaymentDetail, "fields" | "currency">): LabelledValue[] {
  const own = fields.find(({ label }) => label === "Currency")?.value ?? currency;
  const rows = fields.flatMap(({ label, value }): LabelledValue[] => {
    if (value === "" || label === "Currency") return [];
    if (label !== amountLabel && label !== tipLabel) return [{ label, value }];
    if (label === tipLabel && value === "0") return [];
    return [{ label: label === amountLabel ? "Amount" : "Tip", value: toMoney(value, own) }];
  });
  const place = ({ label }: LabelledValue) => (order.indexOf(label) + order.length + 1) % (order.length + 1);
  return rows.toSorted((one, other) => place(one) - place(other));
}

function toMoney(minorText: string, currency: string): string {
  const amountMinor = Number(minorText);
  return Number.isSafeInteger(amountMinor)
    ? `${formatMoney({ amountMinor, currency }, "en-GB")} ${currency}`
    : `${minorText} ${currency}`;
}
