import { useFormatter, useTranslations } from "next-intl";
import { toChange } from "./change.ts";

const arrows = { up: "↑", down: "↓", same: "→" } as const;

/** How much more or less than in the period before, by shape and words. */
export function ChangeMark({ now, before }: { now: number; before: number }) {
  const t = useTranslations("overview.change");
  const { direction, text } = toChange({ t, format: useFormatter() }, now, before);
  return (
    <span className="text-muted text-xs">
      <span aria-hidden="true">{arrows[direction]}</span> {text}
    </span>
  );
}
