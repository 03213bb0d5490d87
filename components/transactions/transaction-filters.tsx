"use client";

import { useLocale, useTranslations } from "next-intl";
import { memo } from "react";
import { useSentence } from "#components/language/sentences.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { transactionFilterNames } from "#lib/contract/transaction-filter-names.ts";
import { parseTypedDecimal, toTypedDecimal } from "#lib/core/typed-amount.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";

const nameIn = (options: readonly { value: string; label: string }[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;

type Props = { scope: Scope; problems: readonly { field: string; message: string }[] };

/** Every filter of the list, and chips for those that are set. All of it stands in the address. */
export const TransactionFilters = memo(function TransactionFilters({ scope, problems }: Props) {
  const t = useTranslations("transactions.filters");
  const say = useSentence();
  const { zone } = useEnvironment();
  const { search, setSearch } = useTransactionSearch(scope);
  const signs = (["credit", "debit"] as const).map((value) => ({ value, label: t(`signs.${value}`) }));
  const orders = (["newest", "oldest", "largest", "smallest"] as const).map((value) => ({ value, label: t(`orders.${value}`) }));
  const labels = Object.fromEntries(transactionFilterNames.map((key) => [key, t(key)]));
  const sayProblem = (message: string | undefined) => message && say(message);
  const locale = useLocale();
  const typedAmount = (value: string) => toTypedDecimal(value, locale);
  const text = (key: "q" | "type" | "currency" | "account" | "terminal" | "amountMin" | "amountMax") => ({
    label: t(key),
    value: search[key],
    onChange: (value: string | null) => setSearch({ [key]: key === "currency" ? (value?.toUpperCase() ?? null) : value }),
    problem: sayProblem(problems.find(({ field }) => field === key)?.message),
  });
  const amount = (key: "amountMin" | "amountMax") => ({
    ...text(key),
    value: search[key] && typedAmount(search[key]),
    // What is no number stays in the address, where its problem is named.
    onChange: (value: string | null) => setSearch({ [key]: value && (parseTypedDecimal(value, locale) ?? value) }),
  });
  return (
    <FilterBar
      chips={toChips(search, labels, {
        sign: nameIn(signs),
        order: nameIn(orders),
        amountMin: typedAmount,
        amountMax: typedAmount,
      })}
      onClear={(key) => setSearch({ [key]: null })}
      onClearAll={() => setSearch(null)}
      presets={{ zone, onChoose: setSearch }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <DateRangeField label={t("days", { zone })} from={search.from} to={search.to} onChange={setSearch} />
        <Choice
          label={t("sign")}
          anyLabel={t("bothSigns")}
          options={signs}
          value={search.sign}
          onChange={(sign) => setSearch({ sign: sign as "credit" | "debit" | null })}
          className="w-52"
        />
        <FilterText {...text("q")} className="w-48" />
        <Choice
          label={t("order")}
          options={orders}
          value={search.order ?? "newest"}
          onChange={(order) =>
            setSearch({ order: orders.find(({ value }) => value === order && value !== "newest")?.value ?? null })
          }
          className="w-60"
        />
      </div>
      <details className="group">
        <summary className="w-fit cursor-pointer rounded-md py-1 text-muted">{t("more")}</summary>
        <div className="flex flex-wrap items-start gap-3 pt-2">
          <FilterText {...text("type")} />
          <FilterText {...text("currency")} />
          <FilterText {...text("account")} />
          <FilterText {...text("terminal")} />
          <FilterText {...amount("amountMin")} />
          <FilterText {...amount("amountMax")} />
        </div>
      </details>
    </FilterBar>
  );
});
