"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import type { FilterOption } from "#components/filters/use-filter-words.ts";
import { MerchantChoice } from "./merchant-choice.tsx";
import { useMerchant } from "./use-merchant.ts";

type MerchantFilter = { options: readonly FilterOption[]; input: (close: () => void) => ReactNode };

/** The filter of a list by one merchant, for `ListFilters`: its name, and a field that finds merchants on the server. */
export function useMerchantFilter(
  environment: string,
  value: string | null,
  onChange: (slug: string | null) => void,
): MerchantFilter {
  const t = useTranslations("filters");
  const merchant = useMerchant(environment, value ?? undefined);
  return {
    options: merchant ? [{ value: merchant.slug, label: merchant.name }] : [],
    input: (close) => (
      <MerchantChoice
        key="merchant"
        environment={environment}
        label={t("labels.merchant")}
        anyLabel={t("any.merchant")}
        value={value}
        onChange={(slug) => {
          onChange(slug);
          close();
        }}
        className="w-64 p-2"
        isFocused
      />
    ),
  };
}
