import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { type AlertRule, ruleThresholds, type ThresholdRule } from "#lib/contract/alert-marks.ts";
import type { Queryable } from "../connection/open-store.ts";
import { inScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { alert } from "../schema/alert.ts";
import { alertRule, alertRuleException } from "../schema/alert-rule.ts";
import { merchant } from "../schema/merchant.ts";

type Place = { rule: SQLWrapper | string; environment: SQLWrapper | string; merchantId: SQLWrapper };

/** Whether a rule raises no alerts: in the whole environment, or about this merchant. All that raises them asks this. */
export function isRuleOff({ rule, environment, merchantId }: Place): SQL {
  return sql`(exists (
      select from alert_rule turned where turned.environment = ${environment} and turned.rule = ${rule} and not turned.is_on)
    or ${isExcepted(rule, merchantId)})`;
}

/** Whether a merchant is left out of a rule that watches the others. */
export function isExcepted(rule: SQLWrapper | string, merchantId: SQLWrapper): SQL {
  return sql`exists (select from alert_rule_exception other where other.rule = ${rule} and other.merchant_id = ${merchantId})`;
}

/** An environment's thresholds of a rule, as an array, inside a query over all environments. */
export function thresholdsOf(rule: ThresholdRule, environment: SQLWrapper): SQL {
  const usual = sql`array[${sql.raw(ruleThresholds[rule].usual.join(", "))}]`;
  return sql`coalesce((select thresholds from alert_rule where alert_rule.environment = ${environment}
    and alert_rule.rule = ${rule}), ${usual})`;
}

/** That many minutes, of an environment's first threshold. */
export function minutesOf(rule: ThresholdRule, environment: SQLWrapper): SQL {
  return sql`make_interval(mins => (${thresholdsOf(rule, environment)})[1])`;
}

/** Whether a row of `forward` has waited too long for the shop of its `endpoint`. */
export const isForwardDue = sql`state = 'pending' and attempts > 0
  and queued_at < now() - ${minutesOf("forward_failing", sql`endpoint.environment`)}`;

/** The thresholds of a rule in each environment, for what is compared outside the database. */
export async function readThresholds(
  db: Queryable,
  rule: ThresholdRule,
): Promise<(environment: string) => readonly [number, ...number[]]> {
  const rows = await db.select().from(alertRule).where(eq(alertRule.rule, rule));
  const set = new Map(rows.map(({ environment, thresholds }) => [environment, thresholds]));
  return (environment) => {
    const [first, ...others] = set.get(environment) ?? [];
    return first === undefined ? ruleThresholds[rule].usual : [first, ...others];
  };
}

export type RuleRow = typeof alertRule.$inferSelect;

export async function listRuleRows(db: Queryable, environment: string): Promise<ReadonlyMap<AlertRule, RuleRow>> {
  const rows = await db.select().from(alertRule).where(eq(alertRule.environment, environment));
  return new Map(rows.map((row) => [row.rule, row]));
}

/** Of each rule the merchants that it raises no alerts about, by their slugs. */
export async function listExceptions(db: Queryable, scope: MerchantScope): Promise<ReadonlyMap<AlertRule, string[]>> {
  const rows = await db
    .select({ rule: alertRuleException.rule, slug: merchant.slug })
    .from(alertRuleException)
    .innerJoin(merchant, eq(merchant.id, alertRuleException.merchantId))
    .where(inScope(scope, alertRuleException))
    .orderBy(asc(merchant.slug));
  const grouped = Map.groupBy(rows, ({ rule }) => rule);
  return new Map([...grouped].map(([rule, own]) => [rule, own.map(({ slug }) => slug)]));
}

/** Its lock is held until the transaction ends, so that two changes of one rule follow each other. */
export async function lockRule(tx: Queryable, values: RuleRow): Promise<RuleRow> {
  await tx.insert(alertRule).values(values).onConflictDoNothing();
  const [row] = await tx.select().from(alertRule).where(isRow(values)).for("update");
  if (!row) throw new Error("the settings of an alert rule were not kept");
  return row;
}

export async function saveRule(tx: Queryable, values: RuleRow): Promise<void> {
  await tx.update(alertRule).set(values).where(isRow(values));
}

type RuleKey = Pick<RuleRow, "environment" | "rule">;

/** Back to what is usual, for every merchant. */
export async function deleteRule(tx: Queryable, key: RuleKey): Promise<void> {
  await tx.delete(alertRule).where(isRow(key));
  await tx.delete(alertRuleException).where(isException(key));
}

function isRow({ environment, rule }: RuleKey): SQL | undefined {
  return and(eq(alertRule.environment, environment), eq(alertRule.rule, rule));
}

function isException({ environment, rule }: RuleKey): SQL | undefined {
  return and(eq(alertRuleException.environment, environment), eq(alertRuleException.rule, rule));
}

/** Exactly these merchants are the exceptions from then on. */
export async function saveExceptions(tx: Queryable, key: RuleKey, merchantIds: readonly string[]): Promise<void> {
  await tx.delete(alertRuleException).where(isException(key));
  if (merchantIds.length === 0) return;
  const { environment, rule } = key;
  await tx.insert(alertRuleException).values(merchantIds.map((merchantId) => ({ environment, rule, merchantId })));
}

/** Resolves what is open of a rule that was turned off. `resolvedBy` stays empty: turned on again, its causes open alerts again. */
export async function resolveTurnedOff(tx: Queryable, { environment, rule }: RuleKey, at: Date): Promise<void> {
  const isOff = isRuleOff({ rule, environment, merchantId: alert.merchantId });
  await tx
    .update(alert)
    .set({ status: "resolved", changedAt: at, resolvedBy: null, resolution: "rule_off" })
    .where(and(eq(alert.environment, environment), eq(alert.rule, rule), inArray(alert.status, ["open", "acknowledged"]), isOff));
}
