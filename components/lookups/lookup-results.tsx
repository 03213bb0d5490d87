"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { ExportMenu } from "#components/ui/export-menu.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Scope } from "#lib/queries/keys.ts";
import { toExportedRows } from "./exported-rows.ts";
import { LookupTable } from "./lookup-table.tsx";
import { NotSearched } from "./not-searched.tsx";
import { ShareLookup } from "./share-lookup.tsx";
import { type LookupState, stateOf } from "./shown-row.ts";
import type { LookupRun } from "./use-lookup-run.ts";

type Props = { scope: Scope; references: readonly string[]; run: LookupRun };

/** The recognised references with their results, and merchants that could not be queried. */
export function LookupResults({ scope, references, run }: Props) {
  const t = useTranslations("lookups.results");
  const { environment } = scope;
  const client = useQueryClient();
  const items = useMemo(
    () => references.map((reference) => ({ reference, row: run.rows.get(reference) })),
    [references, run.rows],
  );
  const rows = useMemo(() => items.flatMap(({ row }) => (row ? [row] : [])), [items]);
  if (items.length === 0) return null;
  const count = (state: LookupState) => rows.filter((row) => stateOf(row) === state).length;
  return (
    <section aria-label={t("label")}>
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <p role="status" className="mr-auto">
          {rows.length === 0
            ? t("recognised", { count: items.length })
            : t("counts", { found: count("found"), missing: count("not_found"), errors: count("not_checked") })}
        </p>
        <ShareLookup scope={scope} references={references} />
        {rows.length > 0 && !run.isRunning ? (
          <ExportMenu
            path={`/api/${environment}/lookups/export`}
            toBody={async () => ({ rows: await toExportedRows(client, environment, rows) })}
            label={t("export")}
          />
        ) : null}
      </div>
      {run.notSearched.length === 0 ? null : (
        <Notice status="warning" className="mb-3" title={t("notSearched")}>
          <NotSearched listed={run.notSearched} count={run.notSearchedCount} />
        </Notice>
      )}
      <LookupTable items={items} />
    </section>
  );
}
