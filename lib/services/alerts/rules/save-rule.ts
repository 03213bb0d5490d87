import { type AlertRule, mayHaveExceptions, mayTurnOff, thresholdOf } from "#lib/contract/alert-marks.ts";
import { type AlertRuleInput, type AlertRuleList, alertRuleOperations } from "#lib/contract/alert-rule.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import { lockRule, resolveTurnedOff, saveExceptions, saveRule } from "#lib/db/alerts/rule-settings.ts";
import { serviceText } from "#lib/services/texts.ts";
import { findVisibleMerchants, requireEnvironment, requireRole, type ServiceContext } from "../../context.ts";
import { requireRecentAuthFor } from "../../require-recent-auth.ts";
import { listAlertRules } from "./list-rules.ts";
import { type RuleQuestion, recordRuleAudit, requireRule } from "./rule-change.ts";

/**
 * Changes what a rule watches, for administrators of all merchants after a recent re-authentication. What is open of a rule
 * that is off is resolved at once. What costs payments, and nothing else tells of, stays on.
 */
export async function saveAlertRule(
  ctx: ServiceContext,
  { input, ...question }: RuleQuestion & { input: unknown },
): Promise<AlertRuleList> {
  requireRole(ctx, alertRuleOperations.saveAlertRule);
  const { environment } = question;
  requireEnvironment(ctx, environment);
  const change = parseInput(alertRuleOperations.saveAlertRule.body, input);
  const rule = requireRule(question.rule);
  checkSwitch(rule, change);
  checkThresholds(rule, change);
  const merchantIds = change.exceptions && (await findExceptions(ctx, question, change.exceptions));
  requireRecentAuthFor(ctx, "alertRules", environment);
  const { isOn, thresholds } = change;
  const at = new Date(ctx.clock.now());
  const changed = { environment, rule, updatedAt: at, updatedBy: ctx.staff.storedName };
  await ctx.db.transaction(async (tx) => {
    const row = await lockRule(tx, { ...changed, isOn: true, thresholds: null });
    await saveRule(tx, { ...row, ...changed, isOn: isOn ?? row.isOn, thresholds: thresholds ?? row.thresholds });
    if (merchantIds) await saveExceptions(tx, changed, merchantIds);
    await resolveTurnedOff(tx, changed, at);
    await recordRuleAudit(ctx, { tx, question, act: "rule_saved", detail: change });
  });
  return listAlertRules(ctx, question);
}

function checkSwitch(rule: AlertRule, { isOn, exceptions = [] }: AlertRuleInput): void {
  if (isOn === false && !mayTurnOff(rule)) throw fieldError("isOn", serviceText("alert_always_on"));
  if (exceptions.length > 0 && !mayHaveExceptions(rule)) throw fieldError("exceptions", serviceText("alert_without_exceptions"));
}

function checkThresholds(rule: AlertRule, { thresholds }: AlertRuleInput): void {
  const threshold = thresholdOf(rule);
  if (thresholds === undefined) return;
  if (thresholds.length !== (threshold?.usual.length ?? 0) || !threshold) {
    throw fieldError("thresholds", serviceText("alert_thresholds_count", { count: threshold?.usual.length ?? 0 }));
  }
  const { min, max } = threshold;
  for (const [index, value] of thresholds.entries()) {
    const field = `thresholds.${index}`;
    if (!Number.isInteger(value) || value < min || value > max) {
      throw fieldError(field, serviceText("alert_threshold_range", { min, max }));
    }
    if (value >= (thresholds[index - 1] ?? Number.POSITIVE_INFINITY)) {
      throw fieldError(field, serviceText("alert_threshold_order"));
    }
  }
}

async function findExceptions(ctx: ServiceContext, { environment }: RuleQuestion, slugs: readonly string[]): Promise<string[]> {
  const found = await findVisibleMerchants(ctx, environment, slugs);
  const unknown = slugs.find((slug) => !found.some((merchant) => merchant.slug === slug));
  if (unknown !== undefined) throw fieldError("exceptions", serviceText("merchant_unknown", { slug: unknown.slice(0, 60) }));
  return found.map(({ id }) => id);
}

function fieldError(field: string, problem: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field, ...problem }] });
}
