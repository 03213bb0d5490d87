import { useLocale, useTranslations } from "next-intl";
import type { Filter } from "#lib/contract/filters.ts";
import { toTypedDecimal } from "#lib/core/parse-amount-input.ts";

export type FilterOption = { value: string; label: string };

/** The keys are derived from the filters; `messages/filter-words.test.ts` finds those without a text. */
type Lookup = { (key: string): string; has(key: string): boolean };

/** Labels of filters and of their values. */
export function useFilterWords() {
  const t = useTranslations("filters") as unknown as Lookup;
  const everywhere = useTranslations() as unknown as Lookup;
  const locale = useLocale();
  const labelKey = (name: string, { label = name }: Filter) => label;
  const label = (name: string, filter: Filter) => t(`labels.${labelKey(name, filter)}`);

  function options(name: string, filter: Filter, value: string | null): FilterOption[] {
    if (filter.kind === "alert" && value !== null) return [{ value, label: t("ofAlert") }];
    if (filter.kind !== "choice") return [];
    const words = filter.words ?? `filters.values.${name}`;
    return filter.values.map((value) => ({ value, label: everywhere(`${words}.${value}`) }));
  }

  return {
    label,
    /** May be longer than the chip's label. */
    inputLabel(name: string, filter: Filter): string {
      const key = `inputs.${labelKey(name, filter)}`;
      return t.has(key) ? t(key) : label(name, filter);
    },
    options,
    value(filter: Filter, value: string, offered: readonly FilterOption[]): string {
      if (filter.kind === "amount") return toTypedDecimal(value, locale);
      return offered.find((option) => option.value === value)?.label ?? value;
    },
  };
}
