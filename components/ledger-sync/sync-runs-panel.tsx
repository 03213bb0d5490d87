"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { LedgerSync } from "#lib/contract/ledger-sync.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ledgerSyncQuery } from "#lib/queries/ledger-sync.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { useDayText } from "../language/use-day-text.ts";
import { Loaded } from "../ui/loaded.tsx";
import { Panel } from "../ui/panel.tsx";
import { Timestamp } from "../ui/timestamp.tsx";
import { RunForm } from "./run-form.tsx";
import { RunItem } from "./run-item.tsx";

/** Which part of the merchant's ledger is stored, how fresh it is, and its sync runs. */
export function SyncRunsPanel({ scope }: { scope: Scope }) {
  const t = useTranslations("sync");
  const query = useQuery(ledgerSyncQuery(scope));
  const loading = <Skeleton className="h-60 rounded-lg" role="status" aria-label={t("loading")} />;
  return (
    <Loaded query={query} failedTitle={t("failed")} loading={loading}>
      {(sync) => <SyncRuns scope={scope} sync={sync} />}
    </Loaded>
  );
}

function SyncRuns({ scope, sync }: { scope: Scope; sync: LedgerSync }) {
  const t = useTranslations("sync");
  const dayText = useDayText();
  const { data: user } = useQuery(whoAmIQuery());
  const mayAct = user !== undefined && user.staff.role !== "viewer";
  const { rows, firstDay, lastDay, asOf, zone, retentionDays, incomplete, withoutAccount, runs } = sync;
  return (
    <Panel title={t("title")}>
      <p className="pb-2">
        {rows === 0 || firstDay === null || lastDay === null
          ? t("nothing")
          : t("holds", { rows, first: dayText(firstDay), last: dayText(lastDay), zone })}{" "}
        {asOf === null ? null : t.rich("asOf", { time: () => <Timestamp at={asOf} precision="row" /> })}
      </p>
      <p className="pb-4 text-muted">{retentionDays === null ? t("keptForGood") : t("keptFor", { days: retentionDays })}</p>
      {withoutAccount ? <p className="pb-4 text-(--tone-warning)">{t("withoutAccount")}</p> : null}
      {incomplete.length === 0 ? null : (
        <div className="pb-4 text-(--tone-warning)">
          <p>{t("incomplete")}</p>
          <ul className="list-disc pl-5">
            {incomplete.map(({ from, to }) => (
              <li key={`${from} ${to}`}>{t("incompleteDays", { first: dayText(from), last: dayText(to) })}</li>
            ))}
          </ul>
        </div>
      )}
      {mayAct ? <RunForm scope={scope} /> : null}
      {runs.length === 0 ? null : (
        <ul className="flex flex-col gap-3 pt-4">
          {runs.map((run) => (
            <RunItem key={run.id} scope={scope} run={run} mayStop={mayAct} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
