"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSay } from "#components/language/say.ts";
import type { BarFilter } from "#components/ui/bar-filter.ts";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FilterBar } from "#components/ui/filter-bar.tsx";
import { type Filter, type FilterSearch, type Filters, filterNames } from "#lib/contract/filters.ts";
import type { ApiError } from "#lib/queries/api-error.ts";
import { DaysFilter, DaysInput, toDaysText } from "./days-filter.tsx";
import { FilterInput, SearchFilter } from "./filter-input.tsx";
import { type FilterOption, useFilterWords } from "./use-filter-words.ts";

type Props<F extends Filters> = {
  filters: F;
  search: FilterSearch<F>;
  /** Null: clears all filters. */
  onChange: (change: Partial<FilterSearch<F>> | null) => void;
  problems?: ApiError["fields"];
  /** Options and labels of a filter that accepts any text. */
  options?: { readonly [Name in keyof F]?: readonly FilterOption[] };
  /** The words of a value, where neither the options nor the filter have them. */
  shown?: { readonly [Name in keyof F]?: string | undefined };
  /** Replaces the default input, and closes its popover; null: not a filter of this list. */
  inputs?: { readonly [Name in keyof F]?: ((close: () => void) => ReactNode) | null };
  /** The days shown where none are chosen, when these are not all; null until they are known. */
  usualDays?: { from: string; to: string } | null;
  /** At the end of the line. */
  tools?: ReactNode;
};

/** All filters of a list in one line: search and days, a chip for each that is set, and the others to add. */
export function ListFilters<F extends Filters>(props: Props<F>) {
  const { filters, search, onChange, problems = [], options, shown, inputs, usualDays, tools } = props;
  const { zone } = useEnvironment();
  const t = useTranslations();
  const locale = useLocale();
  const words = useFilterWords();
  const say = useSay();
  const set = (change: Record<string, string | null>) => onChange(change as Partial<FilterSearch<F>>);
  const named = filterNames(filters)
    .filter((name) => inputs?.[name] !== null)
    .map((name) => {
      const filter: Filter = filters[name] as Filter;
      const problem = problems.find(({ field }) => field === name);
      return {
        ...{ name, filter, value: search[name], offered: options?.[name] ?? words.options(name, filter, search[name]) },
        problem: problem === undefined ? undefined : say(problem),
        change: (value: string | null, currency?: string) =>
          set({ [name]: value, ...(currency !== undefined && "currency" in filters ? { currency } : {}) }),
      };
    });
  type Named = (typeof named)[number];
  const shownValue = ({ name, filter, value, offered }: Named) =>
    value === null ? null : (shown?.[name] ?? words.value(filter, value, offered));
  const isOrder = ({ filter }: Named) => "initial" in filter;
  const isChip = (item: Named) =>
    item.filter.kind !== "zone" && item.filter.kind !== "day" && item.filter.kind !== "search" && !isOrder(item);
  const toChip = (item: Named): BarFilter => ({
    key: item.name,
    label: words.label(item.name, item.filter),
    value: shownValue(item),
    isWrong: item.problem !== undefined,
    input: (close) => inputs?.[item.name]?.(close) ?? <FilterInput {...item} onDone={close} />,
  });
  const isOffered = ({ filter, value }: Named) => filter.shown !== "chip" || value !== null;
  const range = { from: search.from ?? null, to: search.to ?? null };
  const days: BarFilter = {
    ...{ key: "days", label: t("filters.daysLabel"), isWrong: false, isElsewhere: true },
    value: range.from === null && range.to === null ? null : "",
    input: (close) => <DaysInput {...range} zone={zone} onChange={set} close={close} />,
  };
  const printed = named.flatMap((item) => {
    const value = item.filter.kind === "zone" ? null : shownValue(item);
    return value === null ? [] : [{ label: words.label(item.name, item.filter), value }];
  });
  const usual = range.from === null && range.to === null && usualDays ? toDaysText(usualDays, { locale, zone }) : null;
  return (
    <FilterBar
      search={named.filter(({ filter }) => filter.kind === "search").map((item) => <SearchFilter key={item.name} {...item} />)}
      first={"from" in filters ? <DaysFilter {...range} zone={zone} onChange={set} usual={usualDays} /> : null}
      filters={[...("from" in filters ? [days] : []), ...named.filter(isChip).filter(isOffered).map(toChip)]}
      printed={printed}
      usual={usual === null ? undefined : { label: days.label, value: usual }}
      onClear={(key) => set({ [key]: null })}
      onClearAll={() => onChange(null)}
      tools={
        <>
          {named.filter(isOrder).map((item) => (
            <FilterInput key={item.name} {...item} onDone={() => {}} isCompact />
          ))}
          {tools}
        </>
      }
    />
  );
}
