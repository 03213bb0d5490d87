import { type Retention, type RetentionKind, retentionOperations } from "#lib/contract/retention.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { reopenOldDays } from "#lib/db/ledger-sync/delete-old-reads.ts";
import { everywhere, listRetention, putRetention } from "#lib/db/settings/retention.ts";
import { serviceText } from "#lib/services/texts.ts";
import { byStaff, requireEnvironment, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { firstKeptDay, kinds, zoneOf } from "./first-kept-day.ts";
import { getRetention } from "./get-retention.ts";

type Change = { environment: Environment; input: unknown };

/**
 * Sets how long rows are stored. Nothing is removed before the next run; with a longer time, ledger sync reads removed rows
 * again. For an administrator of all merchants with a recent re-authentication; audited with the previous value. Throws
 * `forbidden` when somebody who cannot enter production changes the audit log's time: production's entries are in it too.
 */
export async function changeRetention(ctx: ServiceContext, { environment, input }: Change): Promise<Retention> {
  requireRole(ctx, retentionOperations.changeRetention);
  requireEnvironment(ctx, environment);
  const asked = parseInput(retentionOperations.changeRetention.body, input);
  if (asked.audit !== undefined) requireProduction(ctx);
  requireRecentAuth(ctx);
  const zone = await findZone(ctx, environment);
  const at = new Date(ctx.clock.now());
  await ctx.db.transaction(async (tx) => {
    const before = await listRetention(tx, environment);
    const changed: Partial<Record<RetentionKind, { from: number | null; to: number | null }>> = {};
    for (const kind of kinds) {
      const days = asked[kind];
      const setting = before.find((item) => item.kind === kind);
      if (days === undefined || days === (setting?.days ?? null)) continue;
      const keptFrom = days === null ? null : firstKeptDay({ nowMs: at.getTime(), zone: zoneOf(kind, zone), days }).keptFrom;
      const place = { environment: kind === "audit" ? everywhere : environment, kind };
      await putRetention(tx, { ...place, days, keptFrom, updatedAt: at, updatedBy: ctx.staff.storedName });
      const removedBefore = kind === "transactions" ? setting?.keptFrom : null;
      const isLonger = removedBefore && (keptFrom === null || keptFrom < removedBefore);
      if (isLonger) await reopenOldDays(tx, { environment, keptFrom: removedBefore });
      changed[kind] = { from: setting?.days ?? null, to: days };
    }
    const { audit, ...own } = changed;
    const entry = { ...byStaff(ctx), at, act: "retention.changed" };
    if (Object.keys(own).length > 0) await recordAuditIn(tx, ctx.vault, { ...entry, environment, detail: own });
    // Without an environment, so that each environment's log says it.
    if (audit) await recordAuditIn(tx, ctx.vault, { ...entry, detail: { audit } });
  });
  return getRetention(ctx, environment);
}

function requireProduction({ staff }: ServiceContext): void {
  if (!staff.environments.includes("production")) throw new AppError("forbidden", { message: serviceText("audit_everywhere") });
}
