import { type FeeKind, feeKinds } from "#lib/contract/fee-marks.ts";
import type { FeeSum, FeeSums } from "#lib/contract/fees.ts";

/** Only totals count the fees without a sale. */
export type CountedSum = FeeSum & Partial<Pick<FeeSums["totals"][number], "feesAlone">>;

type ProblemKind = Exclude<FeeKind, "rated">;

/** What is out of order about a sale or its fee. */
export const problemKinds = feeKinds.filter((kind): kind is ProblemKind => kind !== "rated");

export function countOf({ outliers, otherCurrency, withoutFee, feesAlone }: CountedSum, kind: ProblemKind): number {
  const counts = { outlier: outliers, other_currency: otherCurrency, without_fee: withoutFee.count };
  return kind === "fee_alone" ? (feesAlone?.count ?? 0) : counts[kind];
}
