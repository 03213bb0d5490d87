import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { RetentionKind, RetentionRun } from "#lib/contract/retention.ts";

const columns: Column<RetentionRun>[] = [
  { key: "startedAt", label: "Begun", cell: ({ startedAt }) => <Timestamp at={startedAt} /> },
  { key: "removed", label: "Rows removed", isEnd: true, cell: ({ removed }) => removed.toLocaleString("en") },
  { key: "months", label: "Whole months", isEnd: true, cell: ({ months }) => months.toLocaleString("en") },
  { key: "keptFrom", label: "Kept from", cell: ({ keptFrom }) => keptFrom },
  { key: "state", label: "State", cell: (run) => <RunState run={run} /> },
];

/** What was removed of late. */
export function RetentionRuns({ kind, runs }: { kind: RetentionKind; runs: RetentionRun[] }) {
  if (runs.length === 0) return null;
  return (
    <div className="pt-3">
      <SimpleTable label={`Latest removals: ${kind}`} columns={columns} rows={runs} keyOf={({ startedAt }) => startedAt} />
    </div>
  );
}

function RunState({ run: { endedAt, complete, problem } }: { run: RetentionRun }) {
  if (problem !== null) return <StatusMark tone="danger">{problem}</StatusMark>;
  if (endedAt === null) return <StatusMark tone="active">Running</StatusMark>;
  return complete ? (
    <StatusMark tone="success">Done</StatusMark>
  ) : (
    <StatusMark tone="neutral">Goes on with the next run</StatusMark>
  );
}
