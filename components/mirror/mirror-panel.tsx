"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { mirrorQuery } from "#lib/queries/mirror.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { RunForm } from "./run-form.tsx";
import { RunItem } from "./run-item.tsx";

/** What of the merchant's ledger is here, how fresh it is, and the work that fills and proves it. */
export function MirrorPanel({ scope }: { scope: Scope }) {
  const query = useQuery(mirrorQuery(scope));
  const { data: person } = useQuery(whoAmIQuery());
  if (query.isError)
    return <ErrorNotice title="The mirror could not be shown" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Skeleton className="h-60 rounded-lg" aria-label="Loading the mirror" />;
  const mayAct = person !== undefined && person.staff.role !== "viewer";
  const { rows, firstDay, lastDay, asOf, zone, retentionDays, runs } = query.data;
  return (
    <Panel title="Mirror of the ledger">
      <p className="pb-2">
        {rows === 0 || firstDay === null || lastDay === null
          ? "Nothing of this merchant's ledger is mirrored yet."
          : `${rows.toLocaleString("en")} rows from ${firstDay} to ${lastDay} (${zone}).`}{" "}
        {asOf === null ? null : (
          <>
            The newest days as of <Timestamp at={asOf} />.
          </>
        )}
      </p>
      <p className="pb-4 text-muted">
        {retentionDays === null ? "Rows are kept for good." : `Rows older than ${retentionDays} days are removed.`}
      </p>
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
