"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { SyncRun } from "#lib/contract/ledger-sync.ts";
import { givenName } from "#lib/core/given-name.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { ledgerSyncQuery, stopRun } from "#lib/queries/ledger-sync.ts";
import { useSay } from "../language/say.ts";
import { useDayText } from "../language/use-day-text.ts";
import type { Words } from "../language/words.ts";
import { StatusMark, type Tone } from "../ui/status-mark.tsx";
import { Timestamp } from "../ui/timestamp.tsx";
import { RunDifferences } from "./run-differences.tsx";

const tones: Record<SyncRun["state"], Tone> = {
  queued: "neutral",
  running: "active",
  done: "success",
  failed: "danger",
  stopped: "warning",
};

/** One sync run: its task, progress and estimated remaining time. */
export function RunItem({ scope, run, mayStop }: { scope: Scope; run: SyncRun; mayStop: boolean }) {
  const t = useTranslations("sync");
  const say = useSay();
  const dayText = useDayText();
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopRun(scope, run.id),
    retry: false,
    onSettled: () => client.invalidateQueries({ queryKey: ledgerSyncQuery(scope).queryKey }),
  });
  const isOpen = run.state === "queued" || run.state === "running";
  const title = t(`run.${run.kind}`, { first: dayText(run.from), last: dayText(run.to) });
  return (
    <li className="flex flex-col gap-1 rounded-md border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>{title}</span>
        <span className="flex items-center gap-3">
          <StatusMark tone={tones[run.state]}>{t(`states.${run.state}`)}</StatusMark>
          {isOpen && mayStop ? (
            <Button size="sm" variant="ghost" isPending={stop.isPending} onPress={() => stop.mutate()}>
              {t("run.stop")}
            </Button>
          ) : null}
        </span>
      </div>
      {isOpen ? (
        <ProgressBar size="sm" aria-label={title} value={run.daysDone} maxValue={Math.max(run.daysTotal, 1)}>
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <p className="text-muted text-sm">{describe(t, run)}</p>
      {run.problem === null ? null : <p className="text-sm">{say(run.problem)}</p>}
      {run.kind === "check" && run.state === "done" ? <RunDifferences differing={run.differing} /> : null}
      <p className="text-muted text-xs">
        {t.rich("run.askedFor", {
          who: say(givenName(run.requestedBy)),
          time: () => <Timestamp at={run.createdAt} precision="row" />,
        })}
      </p>
    </li>
  );
}

function describe(t: Words<"sync">, { rows, pages, daysDone, daysTotal, remainingMs }: SyncRun): string {
  const parts = [
    t("run.days", { done: daysDone, total: daysTotal }),
    t("run.rows", { count: rows }),
    t("run.pages", { count: pages }),
  ];
  if (remainingMs !== null && remainingMs > 0) parts.push(formatRemaining(t, remainingMs));
  return parts.join(" · ");
}

function formatRemaining(t: Words<"sync">, ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90 ? t("run.secondsToGo", { count: seconds }) : t("run.minutesToGo", { count: Math.round(seconds / 60) });
}
