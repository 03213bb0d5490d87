"use client";

import { useLocale, useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FilterBar } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { type Filter, type FilterSearch, type Filters, filterNames } from "#lib/contract/filters.ts";
import { parseTypedDecimal, toTypedDecimal } from "#lib/core/parse-amount-input.ts";
import type { ApiError } from "#lib/queries/api-error.ts";
import { type FilterOption, useFilterWords } from "./use-filter-words.ts";

type Props<F extends Filters> = {
  filters: F;
  search: FilterSearch<F>;
  /** Null: clears all filters. */
  onChange: (change: Partial<FilterSearch<F>> | null) => void;
  problems?: ApiError["fields"];
  /** Options and labels of a filter that accepts any text. */
  options?: { readonly [Name in keyof F]?: readonly FilterOption[] };
  /** Replaces the default input; null: no input. */
  inputs?: { readonly [Name in keyof F]?: ReactNode };
};

/** All filters of a list, with chips for the active ones. */
export function ListFilters<F extends Filters>({ filters, search, onChange, problems = [], options, inputs }: Props<F>) {
  const t = useTranslations("filters");
  const { zone } = useEnvironment();
  const words = useFilterWords();
  const set = (change: Record<string, string | null>) => onChange(change as Partial<FilterSearch<F>>);
  const named = filterNames(filters).map((name) => {
    const filter: Filter = filters[name] as Filter;
    return { name, filter, value: search[name], offered: options?.[name] ?? words.options(name, filter) };
  });
  const chips = named.flatMap(({ name, filter, value, offered }) =>
    value === null || filter.kind === "zone"
      ? []
      : [{ key: name, label: words.label(name, filter), value: words.value(filter, value, offered) }],
  );
  const inputsOf = (shown: Filter["shown"]) =>
    named
      .filter(({ filter }) => filter.shown === shown && filter.kind !== "zone" && filter.kind !== "day")
      .map(({ name, ...input }) =>
        inputs?.[name] === undefined ? (
          <FilterInput
            key={name}
            {...{ name, ...input }}
            onChange={(value) => set({ [name]: value })}
            problem={problems.find(({ field }) => field === name)}
          />
        ) : (
          inputs[name]
        ),
      );
  const more = inputsOf("more");
  return (
    <FilterBar
      chips={chips}
      onClear={(key) => set({ [key]: null })}
      onClearAll={() => onChange(null)}
      presets={{ zone, onChoose: set }}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap [&>:first-child]:col-span-2">
        <DateRangeField label={t("days", { zone })} from={search.from ?? null} to={search.to ?? null} onChange={set} />
        {inputsOf(undefined)}
      </div>
      {more.length === 0 ? null : (
        <details className="group">
          <summary className="w-fit cursor-pointer rounded-md py-1 text-muted">{t("more")}</summary>
          <div className="grid grid-cols-2 items-start gap-3 pt-2 sm:flex sm:flex-wrap">{more}</div>
        </details>
      )}
    </FilterBar>
  );
}

type InputProps = {
  name: string;
  filter: Filter;
  value: string | null;
  offered: readonly FilterOption[];
  onChange: (value: string | null) => void;
  problem: ApiError["fields"][number] | undefined;
};

function FilterInput({ name, filter, value, offered, onChange, problem }: InputProps) {
  const words = useFilterWords();
  const say = useSentence();
  const locale = useLocale();
  const label = words.inputLabel(name, filter);
  if (offered.length > 0) {
    const initial = "initial" in filter ? filter.initial : undefined;
    return (
      <Choice
        label={label}
        options={offered}
        {...(initial === undefined ? { anyLabel: words.anyLabel(name) } : {})}
        value={value ?? initial ?? null}
        onChange={(chosen) => onChange(chosen === initial ? null : chosen)}
        className="sm:w-52"
      />
    );
  }
  // An invalid number stays in the address, and its field shows the problem.
  const parse = {
    amount: (text: string) => parseTypedDecimal(text, locale) ?? text,
    currency: (text: string) => text.toUpperCase(),
  }[filter.kind as string];
  return (
    <FilterText
      label={label}
      value={value !== null && filter.kind === "amount" ? toTypedDecimal(value, locale) : value}
      onChange={(text) => onChange(text !== null && parse ? parse(text) : text)}
      problem={problem && say(problem)}
      className={widthOf(filter)}
    />
  );
}

function widthOf(filter: Filter): string {
  if (filter.kind === "search") return "col-span-2 sm:w-72";
  return filter.kind === "text" && filter.max > 100 ? "sm:w-56" : "sm:w-36";
}
