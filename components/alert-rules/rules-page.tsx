"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { alertRulesQuery } from "#lib/queries/alert-rules.ts";
import { RuleRow } from "./rule-row.tsx";

type Props = { environment: string; mayChange: boolean };

/** What raises alerts in an environment, and for administrators of all merchants its settings. */
export function RulesPage({ environment, mayChange }: Props) {
  const t = useTranslations("alertRules");
  const query = useQuery(alertRulesQuery(environment));
  if (query.isError) return <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={11} label={t("loading")} />;
  return (
    <ul className="max-w-4xl rounded-lg border border-border bg-surface px-4 py-1">
      {query.data.items.map((settings) => (
        <RuleRow key={settings.rule} environment={environment} settings={settings} mayChange={mayChange} />
      ))}
    </ul>
  );
}
