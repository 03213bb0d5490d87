import { leastDays, type Retention, retentionOperations, retentionSchema } from "#lib/contract/retention.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { describeStored } from "#lib/db/settings/count-old-rows.ts";
import { listRetention, listRetentionRuns } from "#lib/db/settings/retention.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { kinds, nextRunAt, zoneOf } from "./first-kept-day.ts";

const runsShown = 5;

/** The retention times of an environment, its number of rows, and recent removals. For admins. */
export async function getRetention(ctx: ServiceContext, environment: Environment): Promise<Retention> {
  requireRole(ctx, retentionOperations.getRetention);
  requireEnvironment(ctx, environment);
  const zone = await findZone(ctx, environment);
  const [settings, runs, held, nameOf] = await Promise.all([
    listRetention(ctx.db, environment),
    listRetentionRuns(ctx.db, { environment, limit: runsShown }),
    Promise.all(kinds.map((kind) => describeStored(ctx.db, { environment, kind, zone: zoneOf(kind, zone) }))),
    readNames(ctx),
  ]);
  return retentionSchema.parse({
    zone,
    nextRunAt: nextRunAt(ctx.clock.now()).toISOString(),
    items: kinds.map((kind, index) => {
      const setting = settings.find((item) => item.kind === kind);
      return {
        kind,
        everywhere: kind === "audit",
        leastDays: leastDays[kind],
        days: setting?.days ?? null,
        keptFrom: setting?.keptFrom ?? null,
        ...held[index],
        changedAt: setting?.updatedAt.toISOString() ?? null,
        changedBy: setting ? nameOf(setting.updatedBy) : null,
        lastRunAt: setting?.lastRunAt?.toISOString() ?? null,
        runs: runs.filter((run) => run.kind === kind).map(toRun),
      };
    }),
  });
}

function toRun({ startedAt, endedAt, isComplete: complete, ...run }: Awaited<ReturnType<typeof listRetentionRuns>>[number]) {
  return { ...run, complete, startedAt: startedAt.toISOString(), endedAt: endedAt?.toISOString() ?? null };
}
