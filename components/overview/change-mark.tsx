import { useFormatter, useTranslations } from "next-intl";
import { toChange } from "./change.ts";

const arrows = { up: "↑", down: "↓", same: "→" } as const;

/** The change from the previous period, as shape and text. */
export function ChangeMark({ now, before }: { now: number; before: number }) {
  const t = useTranslations("overview.change");
  const { direction, text } = toChange({ t, format: useFormatter() }, now, before);
  return (
    <span className="text-muted text-xs">
      <span aria-hidden="true">{arrows[direction]}</span> {text}
    </span>
  );
}
