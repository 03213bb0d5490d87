import { type AlertRule, alertRules } from "#lib/contract/alert-marks.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { ServiceContext } from "../../context.ts";

export type RuleQuestion = { environment: Environment; rule: string };

export function requireRule(name: string): AlertRule {
  const rule = alertRules.find((item) => item === name);
  if (rule === undefined) throw new AppError("not_found");
  return rule;
}

type Entry = { tx: Transaction; question: RuleQuestion; act: "rule_saved" | "rule_reset"; detail: Record<string, unknown> };

export async function recordRuleAudit({ vault, staff, clock, peer }: ServiceContext, entry: Entry): Promise<void> {
  const { tx, question, act, detail } = entry;
  const { environment, rule } = question;
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    ...{ staffId: staff.id, actor: staff.email, act: `alert.${act}`, environment, target: rule, peer, detail },
  });
}
