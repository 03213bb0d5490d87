import type { useFormatter } from "next-intl";
import type { Words } from "#components/language/words.ts";

const asPercent = { style: "percent", maximumFractionDigits: 0 } as const;
const smallest = 0.01;
const twice = 10;

type Speech = { t: Words<"overview.change">; format: Pick<ReturnType<typeof useFormatter>, "number"> };

/** A number compared with the previous period, as text; above ten times as much without a percentage. */
export function toChange({ t, format }: Speech, now: number, before: number): string {
  const [size, sizeBefore] = [Math.abs(now), Math.abs(before)];
  if (size === sizeBefore) return t("same");
  if (sizeBefore === 0) return t("none");
  const part = Math.abs(size - sizeBefore) / sizeBefore;
  const inPercent = part < smallest ? `<${format.number(smallest, asPercent)}` : format.number(part, asPercent);
  if (size < sizeBefore) return t("less", { part: inPercent });
  return part > twice ? t("timesMore", { times: Math.round(size / sizeBefore) }) : t("more", { part: inPercent });
}
