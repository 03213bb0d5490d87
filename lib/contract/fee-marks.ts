/**
 * A sale with its fee; one whose rate is far from its merchant's; one with a fee in another currency only; one without a fee;
 * a fee without any other booking of its reference.
 */
export const feeKinds = ["rated", "outlier", "other_currency", "without_fee", "fee_alone"] as const;
export type FeeKind = (typeof feeKinds)[number];
