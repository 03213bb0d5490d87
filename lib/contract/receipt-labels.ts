/** Labels of a payment's fields that a receipt shows in another way than as they came. */
export const receiptLabels = { amount: "Amount in minor units", tip: "Tip in minor units", currency: "Currency" } as const;

/** A receipt's order, by the labels of a payment's fields. */
export const receiptOrder: readonly string[] = [
  receiptLabels.amount,
  receiptLabels.tip,
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
