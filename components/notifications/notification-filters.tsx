"use client";

import { useQuery } from "@tanstack/react-query";
import { useQueryStates } from "nuqs";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import type { FieldProblem } from "#lib/core/errors.ts";
import type { CardBrand, DelayBound, PaidWith } from "#lib/core/paid-with.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";
import { notificationSearchParsers } from "./notification-search.ts";
import { flagWords, methodName, methodOptions, verdictWords } from "./notification-words.ts";
import { cardBrandNames, delayNames, paidWithNames } from "./paid-words.ts";

const verdictOptions = Object.entries(verdictWords).map(([value, { text }]) => ({ value, label: text }));
const flagOptions = Object.entries(flagWords).map(([value, label]) => ({ value, label }));
const labels = {
  verdict: "Verdict",
  method: "Method",
  flag: "Stands out",
  paidWith: "Paid with",
  brand: "Card",
  currency: "Currency",
  delay: "Came after",
  merchant: "Merchant",
  from: "From",
  to: "To",
  q: "Text",
};

/** Every filter of the log, and chips for those that are set. All of it stands in the address. */
export function NotificationFilters({ scope, problems }: { scope: Scope; problems: readonly FieldProblem[] }) {
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(notificationSearchParsers, { history: "push" });
  const merchants = useQuery({ ...merchantsQuery(scope.environment), enabled: scope.merchant === null });
  const merchantOptions = (merchants.data ?? []).map(({ slug, name }) => ({ value: slug, label: name }));
  const words: Record<string, (value: string) => string> = {
    verdict: (value) => verdictOptions.find((option) => option.value === value)?.label ?? value,
    method: methodName,
    flag: (value) => flagOptions.find((option) => option.value === value)?.label ?? value,
    paidWith: (value) => paidWithNames[value as PaidWith] ?? value,
    brand: (value) => cardBrandNames[value as CardBrand] ?? value,
    delay: (value) => delayNames[value as DelayBound] ?? value,
    merchant: (value) => merchantOptions.find((option) => option.value === value)?.label ?? value,
  };
  const choice = (key: "verdict" | "method" | "flag" | "merchant") => ({
    label: labels[key],
    value: search[key],
    onChange: (value: string | null) => void setSearch({ [key]: value }),
  });
  return (
    <FilterBar
      chips={toChips(search, labels, words)}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(null)}
      presets={{ zone, onChoose: (range) => void setSearch(range) }}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap [&>:first-child]:col-span-2">
        <DateRangeField label={`Days (${zone})`} from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
        <Choice {...choice("verdict")} anyLabel="Every verdict" options={verdictOptions} className="sm:w-40" />
        <Choice {...choice("method")} anyLabel="Every method" options={methodOptions} className="sm:w-44" />
        <Choice {...choice("flag")} anyLabel="Everything" options={flagOptions} className="sm:w-56" />
        {scope.merchant === null ? (
          <Choice
            {...choice("merchant")}
            anyLabel="Every merchant"
            options={merchantOptions}
            className="sm:w-48"
            isLoading={merchants.isPending}
          />
        ) : null}
        <FilterText
          label="Text; personal values only whole"
          value={search.q}
          onChange={(q) => void setSearch({ q })}
          problem={problems.find(({ field }) => field === "q")?.message}
          className="col-span-2 sm:w-72"
        />
      </div>
    </FilterBar>
  );
}
