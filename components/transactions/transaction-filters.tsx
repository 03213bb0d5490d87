"use client";

import { Button } from "@heroui/react";
import { useQueryStates } from "nuqs";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { datePresets } from "#components/ui/date-presets.ts";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { filterLabels, transactionSearchParsers } from "./transaction-search.ts";

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

type Props = { problems: readonly { field: string; message: string }[] };

/** Every filter of the list, and chips for those that are set. All of it stands in the address. */
export function TransactionFilters({ problems }: Props) {
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(transactionSearchParsers, { history: "push" });
  const text = (key: "q" | "type" | "currency" | "account" | "terminal" | "amountMin" | "amountMax") => ({
    label: filterLabels[key],
    value: search[key],
    onChange: (value: string | null) => void setSearch({ [key]: key === "currency" ? (value?.toUpperCase() ?? null) : value }),
    problem: problems.find(({ field }) => field === key)?.message,
  });
  const chips = Object.entries(search).flatMap(([key, value]) =>
    value === null ? [] : [{ key, label: filterLabels[key as keyof typeof filterLabels], value: choiceName(key, value) }],
  );
  return (
    <section aria-label="Filters" className="flex flex-col gap-3 pb-4">
      <div className="flex flex-wrap gap-1">
        {datePresets(zone).map(({ label, range }) => (
          <Button key={label} size="sm" variant="tertiary" onPress={() => void setSearch(range)}>
            {label}
          </Button>
        ))}
      </div>
      <div className="flex flex-wrap items-start gap-3">
        <DateRangeField label={`Days (${zone})`} from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
        <Choice
          label="Direction"
          anyLabel="Both"
          options={signs}
          value={search.sign}
          onChange={(sign) => void setSearch({ sign: sign as "credit" | "debit" | null })}
        />
        <FilterText {...text("q")} className="w-48" />
        <Choice
          label="Order"
          options={orders}
          value={search.order ?? "newest"}
          onChange={(order) =>
            void setSearch({ order: orders.find(({ value }) => value === order && value !== "newest")?.value ?? null })
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
      <FilterChips chips={chips} onClear={(key) => void setSearch({ [key]: null })} onClearAll={() => void setSearch(null)} />
    </section>
  );
}

const choices: Record<string, readonly { value: string; label: string }[]> = { sign: signs, order: orders };

/** "Credit (in)" for `credit`; what a person typed stays as typed. */
function choiceName(key: string, value: string): string {
  return choices[key]?.find((choice) => choice.value === value)?.label ?? value;
}
