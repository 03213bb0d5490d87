import { sql } from "drizzle-orm";
import {
  bigint,
  doublePrecision,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { AlertResolution, AlertSeverity } from "#lib/contract/alert-marks.ts";
import { bytea } from "./environment.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A problem that staff must handle. Until it is resolved, the same rule and subject (for example an endpoint's id) only
 * increase its count.
 */
export const alert = pgTable(
  "alert",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    /** Null when it concerns the whole environment. */
    merchantId: uuid("merchant_id"),
    rule: text("rule").notNull(),
    subject: text("subject").notNull(),
    severity: text("severity").$type<AlertSeverity>().notNull().default("warning"),
    status: text("status").$type<"open" | "acknowledged" | "resolved">().notNull().default("open"),
    openedAt: instant("opened_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    /** Of rules that know it: when a certificate ends, or the first sale of those that lack their notifications. */
    beginsAt: instant("begins_at"),
    count: bigint("count", { mode: "number" }).notNull(),
    /** How many of them could not be stored, since the quota was exhausted. */
    notKept: bigint("not_kept", { mode: "number" }).notNull().default(0),
    /** When its status last changed. */
    changedAt: instant("changed_at"),
    /** Stored names (`person-names.ts`). */
    acknowledgedAt: instant("acknowledged_at"),
    acknowledgedBy: text("acknowledged_by"),
    resolvedBy: text("resolved_by"),
    /** Why it was resolved without a person, when its cause did not end. */
    resolution: text("resolution").$type<AlertResolution>(),
    /** Sealed; card numbers were masked before. */
    comment: bytea("comment"),
    commentedBy: text("commented_by"),
  },
  (table) => [
    uniqueIndex("alert_once").on(table.environment, table.rule, table.subject).where(sql`${table.status} <> 'resolved'`),
    // The last one of a cause: resolved by a person, it stays resolved until its cause happens again.
    index("alert_subject").on(table.environment, table.rule, table.subject, table.changedAt).concurrently(),
    index("alert_list").on(table.environment, table.status, table.lastSeenAt.desc()),
  ],
);

/** The merchants that the one alert of many stands for; at its end those of its end. */
export const alertMember = pgTable(
  "alert_member",
  {
    alertId: uuid("alert_id")
      .notNull()
      .references(() => alert.id, { onDelete: "cascade" }),
    merchantId: uuid("merchant_id").notNull(),
    /** When its own trouble ended, while that of the others goes on. */
    leftAt: instant("left_at"),
    /** Of its own trouble, as in `alert`; null where each of the many has the severity of their alert. */
    severity: text("severity").$type<AlertSeverity>(),
    beginsAt: instant("begins_at"),
  },
  (table) => [primaryKey({ name: "alert_member_key", columns: [table.alertId, table.merchantId] })],
);

/** A merchant's usual sales, learned from its stored transactions, and whether it is silent (`lib/core/silence.ts`). */
export const merchantRhythm = pgTable(
  "merchant_rhythm",
  {
    merchantId: uuid("merchant_id").primaryKey(),
    environment: text("environment").notNull(),
    /** Sales expected in each hour of the week, from Monday 0:00 in the environment's zone. */
    hourly: doublePrecision("hourly").array().notNull(),
    salesPerYear: integer("sales_per_year").notNull(),
    learnedAt: instant("learned_at").notNull(),
    /** No silence can be certain before; null: too few sales to tell. */
    checkAt: instant("check_at"),
    /** Its last sale, while it is silent. */
    silentSince: instant("silent_since"),
  },
  (table) => [
    index("merchant_rhythm_check").on(table.checkAt),
    index("merchant_rhythm_silent").on(table.environment).where(sql`${table.silentSince} is not null`),
  ],
);

/** How many of a merchant's online sales are usually notified, and whether notifications are missing (`lib/core/missing-notifications.ts`). */
export const usualNotifications = pgTable(
  "usual_notifications",
  {
    merchantId: uuid("merchant_id").primaryKey(),
    environment: text("environment").notNull(),
    missedAfterNotified: doublePrecision("missed_after_notified").notNull(),
    missedAfterMissed: doublePrecision("missed_after_missed").notNull(),
    salesPerYear: integer("sales_per_year").notNull(),
    evidenceLimit: doublePrecision("evidence_limit").notNull(),
    learnedAt: instant("learned_at").notNull(),
    /** Hardly any sooner can they be missing; null: notifications are not usual, or there are too few sales to tell. */
    checkAt: instant("check_at"),
    /** The first sale without one, while they are missing. */
    missingSince: instant("missing_since"),
    /** How many sales since then have none. */
    missingCount: integer("missing_count").notNull().default(0),
  },
  (table) => [
    index("usual_notifications_check").on(table.checkAt),
    index("usual_notifications_missing").on(table.environment).where(sql`${table.missingSince} is not null`),
  ],
);
