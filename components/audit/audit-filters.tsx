"use client";

import { useQueryStates } from "nuqs";
import { useEnvironment } from "#components/layout/environment-context.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { DateRangeField } from "#components/ui/date-range-field.tsx";
import { FilterBar, toChips } from "#components/ui/filter-bar.tsx";
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
  return (
    <FilterBar
      chips={toChips(search, labels, { act: (value) => auditActs[value] ?? value })}
      onClear={(key) => void setSearch({ [key]: null })}
      onClearAll={() => void setSearch(null)}
    >
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
    </FilterBar>
  );
}
