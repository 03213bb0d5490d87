"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import type { FieldProblem } from "#lib/core/errors.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationSearchParsers } from "./notification-search.ts";
import { useFilterWords } from "./use-filter-words.ts";

/** Every filter of the log, and chips for those that are set. All of it stands in the address. */
export function NotificationFilters({ scope, problems }: { scope: Scope; problems: readonly FieldProblem[] }) {
  const t = useTranslations("notifications");
  const say = useSentence();
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(notificationSearchParsers, { history: "push" });
  const merchant = useMerchant(scope.environment, search.merchant ?? undefined);
  const { labels, verdictOptions, methodOptions, flagOptions, words } = useFilterWords(merchant?.name);
  const choice = (key: "verdict" | "method" | "flag" | "merchant") => ({
    label: labels[key],
    value: search[key],
    onChange: (value: string | null) => void setSearch({ [key]: value }),
  });
  const problem = problems.find(({ field }) => field === "q")?.message;
  return (
    <FilterBar
      chips={toChips(search, labels, words)}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(null)}
      presets={{ zone, onChoose: (range) => void setSearch(range) }}
    >
      <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap [&>:first-child]:col-span-2">
        <DateRangeField
          label={t("filters.days", { zone })}
          from={search.from}
          to={search.to}
          onChange={(range) => void setSearch(range)}
        />
        <Choice {...choice("verdict")} anyLabel={t("filters.anyVerdict")} options={verdictOptions} className="sm:w-40" />
        <Choice {...choice("method")} anyLabel={t("filters.anyMethod")} options={methodOptions} className="sm:w-44" />
        <Choice {...choice("flag")} anyLabel={t("filters.anyFlag")} options={flagOptions} className="sm:w-56" />
        {scope.merchant === null ? (
          <MerchantChoice
            {...choice("merchant")}
            environment={scope.environment}
            anyLabel={t("filters.anyMerchant")}
            className="sm:w-48"
          />
        ) : null}
        <FilterText
          label={t("filters.text")}
          value={search.q}
          onChange={(q) => void setSearch({ q })}
          problem={problem === undefined ? undefined : say(problem)}
          className="col-span-2 sm:w-72"
        />
      </div>
    </FilterBar>
  );
}
