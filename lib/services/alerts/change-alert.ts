import type { Alert } from "#lib/contract/alert.ts";
import { alertOperations } from "#lib/contract/alert.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { type AlertRow, changeAlert, findAlert } from "#lib/db/settings/alerts.ts";
import { serviceText } from "#lib/services/texts.ts";
import { findSlugs, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { toAlert } from "./list-alerts.ts";

type Question = { environment: Environment; id: string };

/** Marks an alert as being handled; it keeps counting. Idempotent. */
export function acknowledgeAlert(ctx: ServiceContext, question: Question): Promise<Alert> {
  return change(ctx, question, "acknowledged");
}

/** Resolves an alert: when it happens again, a new alert is opened. Idempotent. */
export function resolveAlert(ctx: ServiceContext, question: Question): Promise<Alert> {
  return change(ctx, question, "resolved");
}

type Status = "acknowledged" | "resolved";

const changes = {
  acknowledged: { operation: alertOperations.acknowledgeAlert, from: ["open"] },
  resolved: { operation: alertOperations.resolveAlert, from: ["open", "acknowledged"] },
} as const;

async function change(ctx: ServiceContext, { environment, id }: Question, status: Status): Promise<Alert> {
  const { operation, from } = changes[status];
  requireRole(ctx, operation);
  const scope = await visibleScope(ctx, environment);
  if (!isUuid(id)) throw new AppError("not_found");
  const { row, slugs } = await ctx.db.transaction(async (tx) => {
    const known = await findAlert(tx, scope, id);
    if (!known) throw new AppError("not_found");
    const changed = await changeAlert(tx, { id, from, status, at: new Date(ctx.clock.now()) });
    const slugs = await findSlugs({ db: tx }, known.merchantId === null ? [] : [known.merchantId]);
    if (changed) await audit(ctx, tx, { row: changed, merchant: slugs.get(changed.merchantId ?? "") });
    const row = changed ?? (await findAlert(tx, scope, id)) ?? known;
    return { row, slugs };
  });
  if (row.status !== status) throw new AppError("conflict", { message: serviceText("alert_resolved") });
  return toAlert(row, slugs);
}

async function audit(
  { vault, staff, clock, peer }: ServiceContext,
  tx: Transaction,
  { row, merchant }: { row: AlertRow; merchant: string | undefined },
): Promise<void> {
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: staff.id,
    actor: staff.email,
    act: `alert.${row.status}`,
    environment: row.environment,
    ...(merchant === undefined ? {} : { merchant }),
    target: row.id,
    detail: { rule: row.rule, count: row.count },
    peer,
  });
}
