"use client";

import { useLocale } from "next-intl";
import { Choice } from "#components/ui/choice.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { ArrowUpDown } from "#components/ui/icons.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
import type { Filter } from "#lib/contract/filters.ts";
import { parseTypedDecimal, splitCurrency, toTypedDecimal } from "#lib/core/parse-amount-input.ts";
import { useFilterCheck } from "./use-filter-check.ts";
import { type FilterOption, useFilterWords } from "./use-filter-words.ts";

type Props = {
  name: string;
  filter: Filter;
  value: string | null;
  offered: readonly FilterOption[];
  /** `currency`: of an amount, when it was typed with it. */
  change: (value: string | null, currency?: string) => void;
  problem: string | undefined;
};

/** The input of one filter: a choice, or a text that is applied on Enter. */
export function FilterInput(props: Props & { onDone: () => void; isCompact?: boolean }) {
  const { name, filter, value, offered, change, problem, onDone, isCompact = false } = props;
  const words = useFilterWords();
  const locale = useLocale();
  const check = useFilterCheck();
  const label = words.inputLabel(name, filter);
  if (offered.length > 0) {
    const initial = "initial" in filter ? (filter.initial ?? null) : null;
    const choose = (chosen: string | null) => {
      change(chosen === initial ? null : chosen);
      onDone();
    };
    return isCompact ? (
      <Choice
        label={label}
        isCompact
        icon={<ArrowUpDown aria-hidden="true" className="size-4" />}
        options={offered}
        value={value ?? initial}
        onChange={choose}
        className="w-auto max-w-44"
      />
    ) : (
      <OptionList label={label} options={offered} chosen={value === null ? [] : [value]} onChoose={choose} />
    );
  }
  const apply = (text: string | null) => {
    if (text !== null && filter.kind === "amount") {
      const { amount, currency } = splitCurrency(text);
      return change(parseTypedDecimal(amount, locale) ?? text, currency);
    }
    change(filter.kind === "currency" ? (text?.toUpperCase() ?? null) : text);
  };
  return (
    <FilterText
      label={label}
      value={value !== null && filter.kind === "amount" ? toTypedDecimal(value, locale) : value}
      onChange={apply}
      onEnter={onDone}
      problem={problem}
      check={(text) => check(filter, text)}
      className="w-64 p-2"
    />
  );
}

/** The search over a list's identifiers, always in view. */
export function SearchFilter({ name, filter, value, change, problem }: Props) {
  const words = useFilterWords();
  const label = words.inputLabel(name, filter);
  return (
    <FilterText
      isCompact
      label={label}
      value={value}
      onChange={(text) => change(text)}
      problem={problem}
      className="w-40 min-w-0 max-md:flex-1 md:w-48 md:min-w-36"
    />
  );
}
