"use client";

import { useLocale, useTranslations } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";

type Props = { steps: readonly string[]; counts: readonly number[]; precision: "minute" | "day" };

const height = 20;
const [barWidth, gap] = [4, 1];

/** How often an error came in each step, as bars; its words name the worst. */
export function ErrorBars({ steps, counts, precision }: Props) {
  const t = useTranslations("calls.errors");
  const locale = useLocale();
  const { zone } = useEnvironment();
  const largest = Math.max(...counts, 1);
  const worst = steps[counts.indexOf(largest)];
  const text =
    worst === undefined
      ? undefined
      : t("peak", { count: largest, time: instantFormat({ locale, zone, precision }).format(new Date(worst)) });
  return (
    <svg
      role="img"
      aria-label={text}
      viewBox={`0 0 ${counts.length * (barWidth + gap)} ${height}`}
      className="inline-block h-5 w-32 text-(--tone-danger)"
      preserveAspectRatio="none"
    >
      <title>{text}</title>
      <rect x="0" y={height - 1} width="100%" height="1" className="fill-border" />
      {/* One path: a table of errors has thousands of bars. */}
      <path className="fill-current" d={counts.map((count, index) => toBar(index, count / largest)).join("")} />
    </svg>
  );
}

/** A bar of a path, at least 2 high; none for nothing. `part`: of the largest, 0 to 1. */
function toBar(index: number, part: number): string {
  if (part === 0) return "";
  const size = Math.max(2, part * height).toFixed(1);
  return `M${index * (barWidth + gap)} ${height}h${barWidth}v-${size}h-${barWidth}z`;
}
