"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { MirrorRun } from "#lib/contract/mirror.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { mirrorQuery, stopRun } from "#lib/queries/mirror.ts";
import { RunDifferences } from "./run-differences.tsx";

const titles: Record<MirrorRun["kind"], string> = {
  backfill: "Reading",
  check: "Comparing with the gateway",
  follow: "Reading the newest days",
};

const states: Record<MirrorRun["state"], { tone: Tone; text: string }> = {
  queued: { tone: "neutral", text: "Waiting" },
  running: { tone: "active", text: "Running" },
  done: { tone: "success", text: "Done" },
  failed: { tone: "danger", text: "Failed" },
  stopped: { tone: "warning", text: "Stopped" },
};

/** One run: what it does, how far it is and how much longer it may take. */
export function RunItem({ scope, run, mayStop }: { scope: Scope; run: MirrorRun; mayStop: boolean }) {
  const client = useQueryClient();
  const stop = useMutation({
    mutationFn: () => stopRun(scope, run.id),
    retry: false,
    onSettled: () => client.invalidateQueries({ queryKey: mirrorQuery(scope).queryKey }),
  });
  const isOpen = run.state === "queued" || run.state === "running";
  const { tone, text } = states[run.state];
  return (
    <li className="flex flex-col gap-1 rounded-md border border-border p-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span>
          {titles[run.kind]} {run.from} to {run.to}
        </span>
        <span className="flex items-center gap-3">
          <StatusMark tone={tone}>{text}</StatusMark>
          {isOpen && mayStop && run.kind !== "follow" ? (
            <Button size="sm" variant="ghost" isPending={stop.isPending} onPress={() => stop.mutate()}>
              Stop
            </Button>
          ) : null}
        </span>
      </div>
      {isOpen ? (
        <ProgressBar
          size="sm"
          aria-label={`${titles[run.kind]} ${run.from} to ${run.to}`}
          value={run.daysDone}
          maxValue={Math.max(run.daysTotal, 1)}
        >
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <p className="text-muted text-sm">{describe(run)}</p>
      {run.problem === null ? null : <p className="text-sm">{run.problem.message}</p>}
      {run.kind === "check" && run.state === "done" ? <RunDifferences differing={run.differing} /> : null}
      <p className="text-muted text-xs">
        Asked for by {run.requestedBy} at <Timestamp at={run.createdAt} />
      </p>
    </li>
  );
}

function describe({ rows, pages, daysDone, daysTotal, remainingMs }: MirrorRun): string {
  const parts = [
    `${daysDone.toLocaleString("en")} of ${daysTotal.toLocaleString("en")} days`,
    `${rows.toLocaleString("en")} rows`,
    `${pages.toLocaleString("en")} pages`,
  ];
  if (remainingMs !== null && remainingMs > 0) parts.push(`about ${inWords(remainingMs)} to go`);
  return parts.join(" · ");
}

function inWords(ms: number): string {
  const seconds = Math.max(1, Math.round(ms / 1000));
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}
