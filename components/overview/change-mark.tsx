import { useFormatter, useTranslations } from "next-intl";
import { toChange } from "./change.ts";

/** The change from the previous period, with its sign. */
export function ChangeMark({ now, before }: { now: number; before: number }) {
  const t = useTranslations("overview.change");
  return <span className="text-muted text-xs">{toChange({ t, format: useFormatter() }, now, before)}</span>;
}
