import type { useFormatter } from "next-intl";
import type { Words } from "#components/language/words.ts";

const asPercent = { style: "percent", maximumFractionDigits: 0 } as const;
const asFewPercent = { style: "percent", maximumFractionDigits: 1 } as const;
/** Below one percent the first decimal is shown, and a part too small for it in words. */
const onePercent = 0.01;
const smallest = 0.0005;
const twice = 10;

type Speech = { t: Words<"overview.change">; format: Pick<ReturnType<typeof useFormatter>, "number"> };

/** A number compared with the previous period, as text; above ten times as much without a percentage. */
export function toChange({ t, format }: Speech, now: number, before: number): string {
  const [size, sizeBefore] = [Math.abs(now), Math.abs(before)];
  if (size === sizeBefore) return t("same");
  if (sizeBefore === 0) return t("none");
  const part = Math.abs(size - sizeBefore) / sizeBefore;
  if (part < smallest) return t("nearlySame");
  const inPercent = format.number(part, part < onePercent ? asFewPercent : asPercent);
  if (size < sizeBefore) return t("less", { part: inPercent });
  return part > twice ? t("timesMore", { times: Math.round(size / sizeBefore) }) : t("more", { part: inPercent });
}
