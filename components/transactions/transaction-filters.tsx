"use client";

import { memo } from "react";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { filterLabels } from "./transaction-search.ts";
import { useTransactionSearch } from "./use-transaction-search.ts";

const signs = [
  { value: "credit", label: "Credit (in)" },
  { value: "debit", label: "Debit (out)" },
];
const orders = [
  { value: "newest", label: "Newest first" },
  { value: "oldest", label: "Oldest first" },
  { value: "largest", label: "Largest amount first" },
  { value: "smallest", label: "Smallest amount first" },
] as const;

const nameIn = (options: readonly { value: string; label: string }[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;
const words = { sign: nameIn(signs), order: nameIn(orders) };

type Props = { scope: Scope; problems: readonly { field: string; message: string }[] };

/** Every filter of the list, and chips for those that are set. All of it stands in the address. */
export const TransactionFilters = memo(function TransactionFilters({ scope, problems }: Props) {
  const { zone } = useEnvironment();
  const { search, setSearch } = useTransactionSearch(scope);
  const text = (key: "q" | "type" | "currency" | "account" | "terminal" | "amountMin" | "amountMax") => ({
    label: filterLabels[key],
    value: search[key],
    onChange: (value: string | null) => setSearch({ [key]: key === "currency" ? (value?.toUpperCase() ?? null) : value }),
    problem: problems.find(({ field }) => field === key)?.message,
  });
  return (
    <FilterBar
      chips={toChips(search, filterLabels, words)}
      onClear={(key) => setSearch({ [key]: null })}
      onClearAll={() => setSearch(null)}
      presets={{ zone, onChoose: setSearch }}
    >
      <div className="flex flex-wrap items-start gap-3">
        <DateRangeField label={`Days (${zone})`} from={search.from} to={search.to} onChange={setSearch} />
        <Choice
          label="Direction"
          anyLabel="Both"
          options={signs}
          value={search.sign}
          onChange={(sign) => setSearch({ sign: sign as "credit" | "debit" | null })}
        />
        <FilterText {...text("q")} className="w-48" />
        <Choice
          label="Order"
          options={orders}
          value={search.order ?? "newest"}
          onChange={(order) =>
            setSearch({ order: orders.find(({ value }) => value === order && value !== "newest")?.value ?? null })
          }
        />
      </div>
      <details className="group">
        <summary className="w-fit cursor-pointer rounded-md py-1 text-muted">More filters</summary>
        <div className="flex flex-wrap items-start gap-3 pt-2">
          <FilterText {...text("type")} />
          <FilterText {...text("currency")} />
          <FilterText {...text("account")} />
          <FilterText {...text("terminal")} />
          <FilterText {...text("amountMin")} label="At least (minor units)" className="w-44" />
          <FilterText {...text("amountMax")} label="At most (minor units)" className="w-44" />
        </div>
      </details>
    </FilterBar>
  );
});
