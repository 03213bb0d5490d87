"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { useSentence } from "#components/language/sentences.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { auditActName, auditActs } from "./audit-acts.ts";
import { auditSearchParsers } from "./audit-search.ts";

type Props = { problems: readonly { field: string; message: string }[] };

export function AuditFilters({ problems }: Props) {
  const t = useTranslations("audit");
  const say = useSentence();
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(auditSearchParsers, { history: "push" });
  const problemOf = (key: string) => {
    const message = problems.find(({ field }) => field === key)?.message;
    return message && say(message);
  };
  const labels = {
    from: t("filters.from"),
    to: t("filters.to"),
    act: t("fields.act"),
    actor: t("fields.actor"),
    merchant: t("fields.merchant"),
    target: t("fields.target"),
  };
  const text = (key: "actor" | "merchant" | "target") => ({
    label: labels[key],
    value: search[key],
    onChange: (value: string | null) => void setSearch({ [key]: value }),
    problem: problemOf(key),
  });
  return (
    <FilterBar
      chips={toChips(search, labels, { act: (act) => auditActName(t, act) })}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(null)}
    >
      <div className="flex flex-wrap items-start gap-3">
        <DateRangeField
          label={t("filters.days", { zone })}
          from={search.from}
          to={search.to}
          onChange={(range) => void setSearch(range)}
        />
        <Choice
          label={labels.act}
          anyLabel={t("filters.everyAct")}
          options={auditActs.map((value) => ({ value, label: auditActName(t, value) }))}
          value={search.act}
          onChange={(act) => void setSearch({ act })}
        />
        <FilterText {...text("actor")} className="w-56" />
        <FilterText {...text("merchant")} />
        <FilterText {...text("target")} className="w-56" />
      </div>
    </FilterBar>
  );
}
