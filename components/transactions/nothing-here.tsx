import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import type { TransactionSearch } from "#lib/queries/transactions.ts";

/** Clears the days, or all filters. */
export type Widen = (change: { from: null; to: null } | null) => void;

type Props = {
  search: TransactionSearch;
  /** For many merchants: the number that was never synced. */
  neverRead: number;
  /** For many merchants: the list has days that are still to be read. */
  lacksHistory: boolean;
  onSearch: Widen;
};

/** These leave out no row that another filter does not. */
const shownOnly: ReadonlySet<string> = new Set(["from", "to", "zone", "order", "fees"]);

/** Why the list is empty, and what may fill it. */
export function NothingHere({ search, neverRead, lacksHistory, onSearch }: Props) {
  const t = useTranslations("transactions.list.empty");
  if (neverRead > 0) return <EmptyState title={t("unreadTitle")}>{t("unread", { count: neverRead })}</EmptyState>;
  if (lacksHistory) return <EmptyState title={t("title")}>{t("history")}</EmptyState>;
  const hasDates = search.from !== null || search.to !== null;
  const isFiltered = Object.entries(search).some(([name, value]) => value !== null && !shownOnly.has(name));
  if (hasDates) {
    return (
      <EmptyState title={t("title")} action={<Button onPress={() => onSearch({ from: null, to: null })}>{t("widen")}</Button>}>
        {t(isFiltered ? "inDays" : "inPeriod")}
      </EmptyState>
    );
  }
  if (!isFiltered) return <EmptyState title={t("unreadTitle")}>{t("none")}</EmptyState>;
  return (
    <EmptyState title={t("title")} action={<ClearFilters search={search} onClear={() => onSearch(null)} />}>
      {t("atAll")}
    </EmptyState>
  );
}
