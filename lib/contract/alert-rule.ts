import { z } from "zod";
import { alertRules, alertSeverities, thresholdUnits } from "./alert-marks.ts";
import { instantSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

/** The most merchants that one rule leaves out. */
export const exceptionsMax = 200;

const ruleSchema = z
  .object({
    rule: z.enum(alertRules),
    severity: z.enum(alertSeverities),
    isOn: z.boolean(),
    /** False: it is always on, for every merchant. */
    mayTurnOff: z.boolean(),
    /** Absent: it has none, or learns what is usual. Each next value is smaller, and makes the alert more severe. */
    threshold: z
      .object({
        unit: z.enum(thresholdUnits),
        values: z.array(z.int()),
        usual: z.array(z.int()),
        min: z.int(),
        max: z.int(),
      })
      .optional(),
    /** Slugs of merchants without this alert, of those you may see. Absent: it has no exceptions. */
    exceptions: z.array(z.string()).optional(),
    /** Absent: it is as delivered. */
    changedAt: instantSchema.optional(),
    changedBy: z.string().optional(),
  })
  .register(schemaNames, { id: "AlertRule" });
export type AlertRuleSettings = z.infer<typeof ruleSchema>;

export const alertRulesSchema = z.object({ items: z.array(ruleSchema) }).register(schemaNames, { id: "AlertRules" });
export type AlertRuleList = z.infer<typeof alertRulesSchema>;

/** What is absent stays as it is. */
const ruleInput = z
  .strictObject({
    isOn: z.boolean().optional(),
    /** All of them, in the order of `usual`. */
    thresholds: z.array(z.number()).optional(),
    /** Slugs, instead of those before. */
    exceptions: z
      .array(z.string())
      .max(exceptionsMax, rule("exceptions_too_many", { count: exceptionsMax }))
      .optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), rule("change_empty"))
  .register(schemaNames, { id: "AlertRuleInput" });
export type AlertRuleInput = z.output<typeof ruleInput>;

const path = `${environmentPath}/alerts/rules` as const;

export const alertRuleOperations = defineOperations("Operations", {
  listAlertRules: {
    method: "get",
    path,
    summary: "What raises alerts, with its settings",
    role: "viewer",
    answers: { 200: { description: "Every rule.", schema: alertRulesSchema } },
  },
  saveAlertRule: {
    method: "put",
    path: `${path}/{rule}`,
    summary: "Turn a rule on or off, set its thresholds, or the merchants it leaves out; audited",
    role: "admin",
    body: ruleInput,
    example: { isOn: true },
    answers: { 200: { description: "Every rule. What was open of one that is off is resolved.", schema: alertRulesSchema } },
    errors: ["proof_required"],
  },
  resetAlertRule: {
    method: "delete",
    path: `${path}/{rule}`,
    summary: "Set a rule back to what it was delivered as, without exceptions; audited",
    role: "admin",
    answers: { 200: { description: "Every rule.", schema: alertRulesSchema } },
    errors: ["proof_required"],
  },
});
