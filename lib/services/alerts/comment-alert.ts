import { type Alert, alertOperations } from "#lib/contract/alert.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { commentAlert as commentAlertRow } from "#lib/db/alerts/alerts.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { type AlertQuestion, auditAlert, changeVisibleAlert } from "./change-visible-alert.ts";
import { readAlertWords, sealComment, toAlert } from "./to-alert.ts";

/** Writes down what is known about an alert, in any status; replaces an earlier comment, and an empty one removes it. */
export async function commentAlert(ctx: ServiceContext, question: AlertQuestion & { input: unknown }): Promise<Alert> {
  requireRole(ctx, alertOperations.commentAlert);
  const { text } = parseInput(alertOperations.commentAlert.body, question.input);
  const { row, slugs } = await changeVisibleAlert(ctx, question, async ({ tx, row, slugs }) => {
    const comment = text === "" ? null : sealComment(ctx, row.id, text);
    await commentAlertRow(tx, row.id, comment, ctx.staff.storedName);
    await auditAlert(ctx, { tx, row, slugs }, "commented");
    return { row: { ...row, comment, commentedBy: comment && ctx.staff.storedName }, slugs };
  });
  return toAlert(ctx, row, { slugs, ...(await readAlertWords(ctx, question.environment)) });
}
