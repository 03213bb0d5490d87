"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/ui/loaded.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { alertRulesQuery } from "#lib/queries/alert-rules.ts";
import { RuleRow } from "./rule-row.tsx";

type Props = { environment: string; mayChange: boolean };

/** What raises alerts in an environment, and for administrators of all merchants its settings. */
export function RulesPage({ environment, mayChange }: Props) {
  const t = useTranslations("alertRules");
  const query = useQuery(alertRulesQuery(environment));
  return (
    <Loaded query={query} failedTitle={t("failed")} loading={<RowsSkeleton rows={11} label={t("loading")} />}>
      {({ items }) => (
        <ul className="max-w-4xl rounded-lg border border-border bg-surface px-4 py-1">
          {items.map((settings) => (
            <RuleRow key={settings.rule} environment={environment} settings={settings} mayChange={mayChange} />
          ))}
        </ul>
      )}
    </Loaded>
  );
}
