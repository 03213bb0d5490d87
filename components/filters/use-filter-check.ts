import { useLocale, useTranslations } from "next-intl";
import type { Filter } from "#lib/contract/filters.ts";
import { parseTypedDecimal, splitCurrency } from "#lib/core/parse-amount-input.ts";

/** Says why a typed value cannot be a filter, before the list is asked for it; undefined: it can. */
export function useFilterCheck(): (filter: Filter, text: string) => string | undefined {
  const t = useTranslations("filters.problems");
  const locale = useLocale();
  return (filter, text) => {
    // A sign is another filter's.
    if (filter.kind === "amount" && (parseTypedDecimal(splitCurrency(text).amount, locale) ?? "-").startsWith("-"))
      return t("amount");
    if (filter.kind === "card" && !/^\d{4}$/.test(text)) return t("card");
    if (filter.kind === "currency" && !/^[a-z]{3}$/i.test(text)) return t("currency");
    if (filter.kind === "text" && text.length > filter.max) return t("length", { max: filter.max });
    return undefined;
  };
}
