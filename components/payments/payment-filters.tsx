"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { paymentSearchParsers } from "./payment-search.ts";
import { statusOptions } from "./payment-status.tsx";

const nameIn = (options: readonly { value: string; label: string }[]) => (value: string) =>
  options.find((option) => option.value === value)?.label ?? value;
const filters = ["q", "status", "kind", "currency", "terminal", "from", "to"] as const;
const nothing = { q: null, status: null, kind: null, currency: null, terminal: null, from: null, to: null };

/** Filters of the list of payments; the address is their state. */
export function PaymentFilters() {
  const [search, setSearch] = useQueryStates(paymentSearchParsers);
  const t = useTranslations("payments");
  const statuses = statusOptions(t);
  const kinds = (["payment", "refund"] as const).map((kind) => ({ value: kind, label: t(`kinds.${kind}`) }));
  const labels = Object.fromEntries(filters.map((key) => [key, t(`filters.${key}`)]));
  return (
    <FilterBar
      chips={toChips(search, labels, { status: nameIn(statuses), kind: nameIn(kinds) })}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(nothing)}
    >
      <div className="flex flex-wrap items-start gap-3">
        <FilterText
          label={t("filters.anyIdentifier")}
          value={search.q}
          onChange={(q) => void setSearch({ q })}
          className="w-56"
        />
        <Choice
          label={t("filters.status")}
          anyLabel={t("filters.everyStatus")}
          options={statuses}
          value={search.status}
          onChange={(status) => void setSearch({ status })}
        />
        <Choice
          label={t("filters.kind")}
          anyLabel={t("filters.bothKinds")}
          options={kinds}
          value={search.kind}
          onChange={(kind) => void setSearch({ kind })}
        />
        <FilterText label={t("filters.terminal")} value={search.terminal} onChange={(terminal) => void setSearch({ terminal })} />
        <FilterText
          label={t("filters.currency")}
          value={search.currency}
          onChange={(currency) => void setSearch({ currency: currency?.toUpperCase() ?? null })}
          className="w-28"
        />
        <DateRangeField label={t("filters.days")} from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
      </div>
    </FilterBar>
  );
}
