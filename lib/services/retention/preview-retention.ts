import { type RetentionPreview, retentionOperations, retentionPreviewSchema } from "#lib/contract/retention.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { listOldMonths } from "#lib/db/deliveries/old-months.ts";
import { describeOld } from "#lib/db/settings/count-old-rows.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { firstKeptDay, kinds, zoneOf } from "./first-kept-day.ts";

/** What would be removed now with this number of days; changes nothing. For admins. */
export async function previewRetention(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<RetentionPreview> {
  requireRole(ctx, retentionOperations.previewRetention);
  requireEnvironment(ctx, environment);
  const asked = parseInput(retentionOperations.previewRetention.query, input);
  const zone = await findZone(ctx, environment);
  const nowMs = ctx.clock.now();
  const items = await Promise.all(
    kinds.flatMap((kind) => {
      const days = asked[kind];
      return days === undefined ? [] : [previewKind(ctx, { environment, kind, zone: zoneOf(kind, zone), days, nowMs })];
    }),
  );
  return retentionPreviewSchema.parse({ items, asOf: new Date(nowMs).toISOString() });
}

type PreviewRequest = { environment: Environment; kind: (typeof kinds)[number]; zone: string; days: number; nowMs: number };

async function previewKind({ db }: ServiceContext, { environment, kind, zone, days, nowMs }: PreviewRequest) {
  const { keptFrom, before } = firstKeptDay({ nowMs, zone, days });
  const [old, months] = await Promise.all([
    describeOld(db, { environment, kind, zone, keptFrom }),
    kind === "audit"
      ? []
      : listOldMonths(db, { table: kind === "transactions" ? "transaction" : "delivery", environment, before }),
  ]);
  return { kind, days, keptFrom, ...old, months: months.length };
}
