"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { FilterInput } from "#components/filters/filter-input.tsx";
import { useSay } from "#components/language/say.ts";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { FocusFirst } from "#components/ui/focus-first.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { type Filter, transactionListFilters } from "#lib/contract/filters.ts";
import type { TransactionOptions } from "#lib/contract/transaction.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionOptionsQuery } from "#lib/queries/transactions.ts";

const optionsOf = {
  merchant: "merchants",
  type: "types",
  currency: "currencies",
  account: "accounts",
  terminal: "terminals",
} as const satisfies { [Name in keyof typeof transactionListFilters]?: keyof TransactionOptions };

type Props = {
  scope: Scope;
  name: keyof typeof optionsOf;
  value: string | null;
  onChange: (value: string | null) => void;
  onDone: () => void;
};

/** A filter set from the values that the scope's transactions have, with how many have each. */
export function OptionsFilter(props: Props) {
  const { scope, name, value, onChange, onDone } = props;
  const t = useTranslations("filters");
  const table = useTranslations("table.filters");
  const say = useSay();
  const query = useQuery(transactionOptionsQuery(scope));
  if (query.isError) return <ErrorNotice title={t("optionsFailed")} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={4} label={t(`labels.${labelOf[name]}`)} />;
  const options = query.data[optionsOf[name]];
  if (options === null) return <TypedFilter {...props} />;
  const labelOfOption = (option: { value: string; name?: string }) =>
    name === "type" ? say(transactionTypeText(option.value)) : (option.name ?? option.value);
  const isMulti = name === "type" || name === "merchant";
  const chosen = value === null ? [] : value.split(",");
  const toggle = (picked: string) => {
    const next = chosen.includes(picked) ? chosen.filter((item) => item !== picked) : [...chosen, picked];
    onChange(next.length === 0 ? null : next.join(","));
  };
  const choose = (picked: string) => {
    onChange(picked);
    onDone();
  };
  return (
    <FocusFirst className="flex flex-col gap-1">
      <OptionList
        label={t(`labels.${labelOf[name]}`)}
        options={options.map((option) => ({ value: option.value, label: labelOfOption(option), count: option.count }))}
        chosen={chosen}
        onChoose={isMulti ? toggle : choose}
      />
      {isMulti ? (
        <Button size="sm" variant="ghost" className="self-end" onPress={onDone}>
          {table("done")}
        </Button>
      ) : null}
    </FocusFirst>
  );
}

const labelOf = { merchant: "merchants", type: "type", currency: "currency", account: "account", terminal: "terminal" } as const;

/** Of very many merchants the values are not listed: a merchant is searched for, other values are typed. */
function TypedFilter({ scope, name, value, onChange, onDone }: Props) {
  const t = useTranslations("filters");
  if (name !== "merchant") {
    const filter: Filter = transactionListFilters[name];
    return (
      <FocusFirst>
        <FilterInput {...{ name, filter, value, onDone }} offered={[]} change={onChange} problem={undefined} />
      </FocusFirst>
    );
  }
  const chosen = value === null ? [] : value.split(",");
  return (
    <MerchantChoice
      environment={scope.environment}
      label={t("labels.merchants")}
      value={null}
      onChange={(slug) => {
        if (slug !== null) onChange([...new Set([...chosen, slug])].join(","));
        onDone();
      }}
      className="w-64 p-2"
      isFocused
    />
  );
}
