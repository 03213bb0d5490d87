import type { MirrorRun } from "../../contract/mirror.ts";
import type { MirrorRun as MirrorRunRow } from "../../store/mirror-runs.ts";
import type { NameOf } from "../../store/person-names.ts";

/** A run as the browser may see it. */
export function toMirrorRun(row: MirrorRunRow, nameOf: NameOf): MirrorRun {
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
    differing: row.differing as MirrorRun["differing"],
    problem,
    requestedBy: nameOf(row.requestedBy),
    createdAt: row.createdAt.toISOString(),
    endedAt: row.endedAt?.toISOString() ?? null,
  };
}

function remainingMs({ state, startedAt, updatedAt, daysDone, daysTotal }: MirrorRunRow): number | null {
  if (state !== "running" || startedAt === null || daysDone === 0) return null;
  const spentMs = updatedAt.getTime() - startedAt.getTime();
  return Math.max(0, Math.round((spentMs / daysDone) * (daysTotal - daysDone)));
}
