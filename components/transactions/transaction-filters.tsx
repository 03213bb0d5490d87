"use client";

import { useTranslations } from "next-intl";
import { memo, type ReactNode } from "react";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { OptionsFilter } from "#components/filters/options-filter.tsx";
import { useSay } from "#components/language/say.ts";
import { ZoneChoice } from "#components/layout/zone-choice.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { tagInput } from "#components/tags/tag-filter.tsx";
import { transactionListFilters } from "#lib/contract/filters.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import type { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ColumnChooser } from "./column-chooser.tsx";
import { FeesToggle } from "./fees-toggle.tsx";
import { useColumns } from "./use-columns.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";

type Props = { scope: Scope; problems: ApiError["fields"] };

/** Separate from the list, which re-renders whenever rows arrive. */
export const TransactionFilters = memo(function TransactionFilters({ scope, problems }: Props) {
  const { search, setSearch } = useTransactionSearch(scope);
  const say = useSay();
  const t = useTranslations("filters");
  const several = useSeveral();
  const types = search.type?.split(",") ?? [];
  const merchants = search.merchant?.split(",") ?? [];
  const [firstType = ""] = types;
  const [firstMerchant] = merchants;
  const merchant = useMerchant(scope.environment, firstMerchant);
  const group = useGroupOfScope(scope, search.group, (value) => void setSearch({ group: value }));
  const pick =
    (name: "merchant" | "type" | "currency" | "account" | "terminal", instead?: (close: () => void) => ReactNode) =>
    (close: () => void) => (
      <OptionsFilter
        key={name}
        {...{ scope, name }}
        value={search[name]}
        onChange={(value) => setSearch({ [name]: value })}
        onDone={close}
        instead={instead?.(close)}
      />
    );
  const searchMerchant = (close: () => void) => (
    <MerchantChoice
      environment={scope.environment}
      label={t("labels.merchants")}
      value={null}
      onChange={(slug) => {
        if (slug !== null) void setSearch({ merchant: [...new Set([...merchants, slug])].join(",") });
        close();
      }}
      className="w-64 p-2"
      isFocused
    />
  );
  return (
    <ListFilters
      filters={transactionListFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      shown={{
        group: group.shown,
        type: several(say(transactionTypeText(firstType)), types.length),
        merchant: several(merchant?.name ?? firstMerchant ?? "", merchants.length),
      }}
      inputs={{
        fees: null,
        merchant: scope.merchant === null ? pick("merchant", searchMerchant) : null,
        group: group.input,
        type: pick("type"),
        currency: pick("currency"),
        account: pick("account"),
        terminal: pick("terminal"),
        tag: tagInput({ environment: scope.environment, value: search.tag, onChange: (tag) => void setSearch({ tag }) }),
      }}
      tools={
        <>
          <FeesToggle search={search} onChange={setSearch} />
          <ZoneChoice />
          <ColumnChooser columns={useColumns(scope)} />
        </>
      }
    />
  );
});

/** The first of several values, and how many there are besides. */
function useSeveral(): (first: string, count: number) => string {
  const t = useTranslations("filters");
  return (first, count) => (count < 2 ? first : t("several", { first, count: count - 1 }));
}
