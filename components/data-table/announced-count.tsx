import { useTranslations } from "next-intl";
import { Announced } from "#components/ui/announced.tsx";
import type { RowCount } from "./row-count.ts";

/** Announces how many rows a list has, whenever that changes, such as after a filter. */
export function AnnouncedCount({ list, ...rows }: RowCount & { list: string }) {
  const t = useTranslations("table.announced");
  return <Announced text={rows.kind === "counting" ? "" : t(rows.kind, { list, count: rows.count })} />;
}
