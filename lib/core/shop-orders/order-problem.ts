export const orderProblems = [
  "order_missing",
  "order_long",
  "order_repeated",
  "amount_missing",
  "amount_negative",
  "amount_ambiguous",
  "amount_unreadable",
  "amount_decimals",
  "amount_too_large",
  "currency_missing",
  "currency_unknown",
  "day_missing",
  "day_ambiguous",
  "day_unreadable",
  "day_outside",
] as const;

/** What is wrong with a cell of a shop's file, with what a sentence says about it. */
export type OrderProblem = {
  reason: (typeof orderProblems)[number];
  /** The cell as written. */
  value?: string;
  currency?: string;
  /** Decimals of the currency. */
  digits?: number;
  /** The line that has the same order. */
  otherLine?: number;
};
