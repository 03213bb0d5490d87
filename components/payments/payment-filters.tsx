"use client";

import { useQueryStates } from "nuqs";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { paymentSearchParsers } from "./payment-search.ts";
import { statusOptions } from "./payment-status.tsx";

const kinds = [
  { value: "payment", label: "Payments" },
  { value: "refund", label: "Refunds" },
];
const labels = {
  q: "Identifier",
  status: "Status",
  kind: "Kind",
  currency: "Currency",
  terminal: "Terminal",
  from: "From",
  to: "To",
};
const nameIn = (options: readonly { value: string; label: string }[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;
const words = { status: nameIn(statusOptions), kind: nameIn(kinds) };
const nothing = { q: null, status: null, kind: null, currency: null, terminal: null, from: null, to: null };

/** Filters of the list of payments; the address is their state. */
export function PaymentFilters() {
  const [search, setSearch] = useQueryStates(paymentSearchParsers);
  return (
    <FilterBar
      chips={toChips(search, labels, words)}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(nothing)}
    >
      <div className="flex flex-wrap items-start gap-3">
        <FilterText label="Any identifier" value={search.q} onChange={(q) => void setSearch({ q })} className="w-56" />
        <Choice
          label="Status"
          anyLabel="Every status"
          options={statusOptions}
          value={search.status}
          onChange={(status) => void setSearch({ status })}
        />
        <Choice
          label="Kind"
          anyLabel="Both kinds"
          options={kinds}
          value={search.kind}
          onChange={(kind) => void setSearch({ kind })}
        />
        <FilterText label="Terminal" value={search.terminal} onChange={(terminal) => void setSearch({ terminal })} />
        <FilterText
          label="Currency"
          value={search.currency}
          onChange={(currency) => void setSearch({ currency: currency?.toUpperCase() ?? null })}
          className="w-28"
        />
        <DateRangeField label="Days" from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
      </div>
    </FilterBar>
  );
}
