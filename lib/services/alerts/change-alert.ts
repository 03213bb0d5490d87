import type { Alert } from "#lib/contract/alert.ts";
import { alertOperations } from "#lib/contract/alert.ts";
import { AppError } from "#lib/core/errors.ts";
import { changeAlert, findAlert, type SeenAlert } from "#lib/db/alerts/alerts.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type AlertQuestion, auditAlert, changeVisibleAlert } from "./change-visible-alert.ts";
import { readAlertWords, toAlert } from "./to-alert.ts";

/** Marks an alert as being handled; it keeps counting. Idempotent. */
export function acknowledgeAlert(ctx: ServiceContext, question: AlertQuestion): Promise<Alert> {
  return change(ctx, question, "acknowledged");
}

/** Resolves an alert: when it happens again, a new alert is opened. Idempotent. */
export function resolveAlert(ctx: ServiceContext, question: AlertQuestion): Promise<Alert> {
  return change(ctx, question, "resolved");
}

type Status = "acknowledged" | "resolved";

const changes = {
  acknowledged: { operation: alertOperations.acknowledgeAlert, from: ["open"] },
  resolved: { operation: alertOperations.resolveAlert, from: ["open", "acknowledged"] },
} as const;

async function change(ctx: ServiceContext, question: AlertQuestion, status: Status): Promise<Alert> {
  const { operation, from } = changes[status];
  requireRole(ctx, operation);
  const by = ctx.staff.storedName;
  const { row, slugs } = await changeVisibleAlert(ctx, question, async (found) => {
    const { tx, scope, slugs } = found;
    const { id } = found.row;
    const changed = await changeAlert(tx, { id, from, status, at: new Date(ctx.clock.now()), by });
    const row: SeenAlert = { ...found.row, ...(changed ?? (await findAlert(tx, scope, id))) };
    if (changed) await auditAlert(ctx, { tx, row, slugs }, status);
    return { row, slugs };
  });
  if (row.status !== status) throw new AppError("conflict", { message: serviceText("alert_resolved") });
  return toAlert(ctx, row, { slugs, ...(await readAlertWords(ctx, question.environment)) });
}
