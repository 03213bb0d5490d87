"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useSay } from "#components/language/say.ts";
import { FocusFirst } from "#components/ui/focus-first.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { OptionList } from "#components/ui/option-list.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { type Filter, transactionListFilters } from "#lib/contract/filters.ts";
import type { TransactionOptions } from "#lib/contract/transaction.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { transactionOptionsQuery } from "#lib/queries/transactions.ts";
import { FilterInput } from "./filter-input.tsx";

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
  /** Shows how many transactions have each, most first. Not in lists of other records, where values are in their own order. */
  hasCounts?: boolean;
  /** Where the values are not listed, since there are very many or none; otherwise they are typed. */
  instead?: ReactNode;
};

/** A filter set from the values that the scope's transactions have. */
export function OptionsFilter(props: Props) {
  const t = useTranslations("filters");
  const query = useQuery(transactionOptionsQuery(props.scope));
  const loading = <RowsSkeleton rows={4} label={t(`labels.${labelOf[props.name]}`)} />;
  return (
    <Loaded query={query} failedTitle={t("optionsFailed")} loading={loading}>
      {(data) => <Options {...props} options={data[optionsOf[props.name]]} />}
    </Loaded>
  );
}

type Options = TransactionOptions[(typeof optionsOf)[keyof typeof optionsOf]];

function Options({ options, ...props }: Props & { options: Options }) {
  const { name, value, onChange, onDone, hasCounts = true, instead } = props;
  const t = useTranslations("filters");
  const table = useTranslations("table.filters");
  const say = useSay();
  if (options === null || options.length === 0) return instead ?? <TypedFilter {...props} />;
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
        options={(hasCounts ? options : options.toSorted(byValue)).map((option) => ({
          ...{ value: option.value, label: labelOfOption(option) },
          ...(hasCounts ? { count: option.count } : {}),
        }))}
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

const byValue = (left: { value: string }, right: { value: string }) => (left.value < right.value ? -1 : 1);

const labelOf = { merchant: "merchants", type: "type", currency: "currency", account: "account", terminal: "terminal" } as const;

function TypedFilter({ name, value, onChange, onDone }: Props) {
  const filter: Filter = transactionListFilters[name];
  return (
    <FocusFirst>
      <FilterInput {...{ name, filter, value, onDone }} offered={[]} change={onChange} problem={undefined} />
    </FocusFirst>
  );
}
