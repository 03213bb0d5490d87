"use client";

import { useQueryStates } from "nuqs";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterChips } from "#components/ui/filter-chips.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { auditActs } from "./audit-acts.ts";
import { auditSearchParsers } from "./audit-search.ts";

const labels = { from: "From", to: "To", act: "Act", actor: "Person", merchant: "Merchant", target: "Acted on" } as const;
const actOptions = Object.entries(auditActs).map(([value, label]) => ({ value, label }));

type Props = { problems: readonly { field: string; message: string }[] };

export function AuditFilters({ problems }: Props) {
  const { zone } = useEnvironment();
  const [search, setSearch] = useQueryStates(auditSearchParsers, { history: "push" });
  const text = (key: "actor" | "merchant" | "target") => ({
    label: labels[key],
    value: search[key],
    onChange: (value: string | null) => void setSearch({ [key]: value }),
    problem: problems.find(({ field }) => field === key)?.message,
  });
  const chips = Object.entries(search).flatMap(([key, value]) =>
    value === null ? [] : [{ key, label: labels[key as keyof typeof labels], value: auditActs[value] ?? value }],
  );
  return (
    <section aria-label="Filters" className="flex flex-col gap-3 pb-4">
      <div className="flex flex-wrap items-start gap-3">
        <DateRangeField label={`Days (${zone})`} from={search.from} to={search.to} onChange={(range) => void setSearch(range)} />
        <Choice
          label="Act"
          anyLabel="Every act"
          options={actOptions}
          value={search.act}
          onChange={(act) => void setSearch({ act })}
        />
        <FilterText {...text("actor")} className="w-56" />
        <FilterText {...text("merchant")} />
        <FilterText {...text("target")} className="w-56" />
      </div>
      <FilterChips chips={chips} onClear={(key) => void setSearch({ [key]: null })} onClearAll={() => void setSearch(null)} />
    </section>
  );
}
