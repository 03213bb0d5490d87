import { alertRules, mayHaveExceptions, mayTurnOff, thresholdOf, usualSeverity } from "#lib/contract/alert-marks.ts";
import { type AlertRuleList, alertRuleOperations, alertRulesSchema } from "#lib/contract/alert-rule.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { listExceptions, listRuleRows } from "#lib/db/alerts/rule-settings.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireRole, type ServiceContext, visibleScope } from "../../context.ts";

/** Every rule with its settings; of its exceptions the merchants this account may see. */
export async function listAlertRules(ctx: ServiceContext, { environment }: { environment: Environment }): Promise<AlertRuleList> {
  requireRole(ctx, alertRuleOperations.listAlertRules);
  const scope = await visibleScope(ctx, environment);
  const [rows, exceptions, nameOf] = await Promise.all([
    listRuleRows(ctx.db, environment),
    listExceptions(ctx.db, scope),
    readNames(ctx),
  ]);
  const items = alertRules.map((rule) => {
    const row = rows.get(rule);
    const threshold = thresholdOf(rule);
    return {
      ...{ rule, severity: usualSeverity[rule], isOn: row?.isOn ?? true, mayTurnOff: mayTurnOff(rule) },
      threshold: threshold && { ...threshold, values: row?.thresholds ?? threshold.usual },
      exceptions: mayHaveExceptions(rule) ? (exceptions.get(rule) ?? []) : undefined,
      changedAt: row?.updatedAt.toISOString(),
      changedBy: row && nameOf(row.updatedBy),
    };
  });
  return alertRulesSchema.parse({ items });
}
