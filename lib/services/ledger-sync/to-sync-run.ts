import type { SyncRun } from "#lib/contract/ledger-sync.ts";
import type { SyncRun as SyncRunRow } from "#lib/db/ledger-sync/sync-runs.ts";
import type { NameOf } from "#lib/db/staff/person-names.ts";

/** A run as the API returns it. */
export function toSyncRun(row: SyncRunRow, nameOf: NameOf): SyncRun {
  const { id, kind, state, rows, pages, daysDone, daysTotal, problem } = row;
  return {
    id,
    kind,
    from: row.fromDay,
    to: row.toDay,
    state,
    rows,
    pages,
    daysDone,
    daysTotal,
    remainingMs: remainingMs(row),
    differing: row.differing as SyncRun["differing"],
    problem,
    requestedBy: nameOf(row.requestedBy),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function remainingMs({ state, startedAt, updatedAt, daysDone, daysTotal }: SyncRunRow): number | null {
  if (state !== "running" || startedAt === null || daysDone === 0) return null;
  const spentMs = updatedAt.getTime() - startedAt.getTime();
  return Math.max(0, Math.round((spentMs / daysDone) * (daysTotal - daysDone)));
}
