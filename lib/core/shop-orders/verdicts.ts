/** What comparing an order of a shop with notification and ledger shows, the most urgent first. */
export const verdicts = [
  "not_booked",
  "not_notified",
  "notified_twice",
  "booked_twice",
  "amount_differs",
  "refunded",
  "partly_refunded",
  "not_checked",
  "equal",
] as const;
export type Verdict = (typeof verdicts)[number];

/** Most orders in a check. */
export const ordersMax = 100_000;
