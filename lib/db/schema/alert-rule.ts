import { boolean, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { AlertRule } from "#lib/contract/alert-marks.ts";
import { merchant } from "./merchant.ts";

/** What administrators set of a rule; without a row everything is as it was delivered. */
export const alertRule = pgTable(
  "alert_rule",
  {
    environment: text("environment").notNull(),
    rule: text("rule").$type<AlertRule>().notNull(),
    isOn: boolean("is_on").notNull().default(true),
    /** In the order and unit of `ruleThresholds`; null: the usual ones. */
    thresholds: integer("thresholds").array(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [primaryKey({ columns: [table.environment, table.rule] })],
);

/** A merchant that a rule raises no alerts about. */
export const alertRuleException = pgTable(
  "alert_rule_exception",
  {
    environment: text("environment").notNull(),
    rule: text("rule").$type<AlertRule>().notNull(),
    merchantId: uuid("merchant_id")
      .notNull()
      .references(() => merchant.id, { onDelete: "cascade" }),
  },
  (table) => [primaryKey({ columns: [table.rule, table.merchantId] })],
);
