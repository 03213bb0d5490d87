"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { useSay } from "#components/language/say.ts";
import { useDayText } from "#components/language/use-day-text.ts";
import type { Words } from "#components/language/words.ts";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { RetentionKind, RetentionRun } from "#lib/contract/retention.ts";

type Shown = { t: Words<"retention">; toDay: (day: string) => string; toNumber: (count: number) => string };

function columns({ t, toDay, toNumber }: Shown): Column<RetentionRun>[] {
  return [
    { key: "startedAt", label: t("runs.startedAt"), cell: ({ startedAt }) => <Timestamp at={startedAt} precision="row" /> },
    { key: "removed", label: t("runs.removed"), isEnd: true, cell: ({ removed }) => toNumber(removed) },
    { key: "months", label: t("runs.months"), isEnd: true, cell: ({ months }) => toNumber(months) },
    { key: "keptFrom", label: t("runs.keptFrom"), cell: ({ keptFrom }) => toDay(keptFrom) },
    { key: "state", label: t("runs.state"), cell: (run) => <RunState run={run} /> },
  ];
}

/** The latest deletions. */
export function RetentionRuns({ kind, runs }: { kind: RetentionKind; runs: RetentionRun[] }) {
  const t = useTranslations("retention");
  const { number } = useFormatter();
  const toDay = useDayText();
  if (runs.length === 0) return null;
  return (
    <div className="pt-3">
      <DataTable
        label={t(`kinds.${kind}.runs`)}
        columns={columns({ t, toDay, toNumber: (count) => number(count) })}
        rows={runs}
        keyOf={({ startedAt }) => startedAt}
      />
    </div>
  );
}

function RunState({ run: { endedAt, complete, problem } }: { run: RetentionRun }) {
  const t = useTranslations("retention");
  const say = useSay();
  if (problem !== null)
    return <StatusMark tone="danger">{say({ message: problem, reason: "retention_interrupted" })}</StatusMark>;
  if (endedAt === null) return <StatusMark tone="active">{t("runs.running")}</StatusMark>;
  return complete ? (
    <StatusMark tone="success">{t("runs.done")}</StatusMark>
  ) : (
    <StatusMark tone="neutral">{t("runs.goesOn")}</StatusMark>
  );
}
