import { queryOptions } from "@tanstack/react-query";
import type { AlertRuleInput } from "#lib/contract/alert-rule.ts";
import { callOperation } from "./call-operation.ts";

const alertRuleOperations = async () => (await import("#lib/contract/alert-rule.ts")).alertRuleOperations;

/** What raises alerts in an environment. */
export function alertRulesQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "alert-rules"],
    queryFn: ({ signal }) => callOperation(alertRuleOperations, "listAlertRules", { params: { environment }, signal }),
  });
}

export function saveAlertRule(environment: string, rule: string, body: AlertRuleInput) {
  return callOperation(alertRuleOperations, "saveAlertRule", { params: { environment, rule }, body });
}

export function resetAlertRule(environment: string, rule: string) {
  return callOperation(alertRuleOperations, "resetAlertRule", { params: { environment, rule } });
}
