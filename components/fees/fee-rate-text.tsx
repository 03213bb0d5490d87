import { useFormatter } from "next-intl";
import { withMinus } from "#components/ui/with-minus.ts";
import { type FeeRate, toBasisPoints } from "#lib/core/fee-rate.ts";

const twoDecimals = { style: "percent", minimumFractionDigits: 2, maximumFractionDigits: 2 } as const;

/** A rate in percent, from an exact fraction. */
export function FeeRateText(rate: FeeRate) {
  const format = useFormatter();
  const points = toBasisPoints(rate);
  if (points === undefined) return "–";
  return <span className="whitespace-nowrap tabular-nums">{withMinus(format.number(points / 10_000, twoDecimals))}</span>;
}
