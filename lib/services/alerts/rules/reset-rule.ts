import { type AlertRuleList, alertRuleOperations } from "#lib/contract/alert-rule.ts";
import { deleteRule } from "#lib/db/alerts/rule-settings.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../../context.ts";
import { requireRecentAuthFor } from "../../require-recent-auth.ts";
import { listAlertRules } from "./list-rules.ts";
import { type RuleQuestion, recordRuleAudit, requireRule } from "./rule-change.ts";

/** Sets a rule back to what it was delivered as. Needs a recent re-authentication. */
export async function resetAlertRule(ctx: ServiceContext, question: RuleQuestion): Promise<AlertRuleList> {
  requireRole(ctx, alertRuleOperations.resetAlertRule);
  const { environment } = question;
  requireEnvironment(ctx, environment);
  const rule = requireRule(question.rule);
  requireRecentAuthFor(ctx, "alertRules", environment);
  await ctx.db.transaction(async (tx) => {
    await deleteRule(tx, { environment, rule });
    await recordRuleAudit(ctx, { tx, question, act: "rule_reset", detail: {} });
  });
  return listAlertRules(ctx, question);
}
