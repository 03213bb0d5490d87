import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { AlertRule, AlertSeverity } from "#lib/contract/alert-marks.ts";
import type { AlertChange, ChannelKind, ChannelRhythm } from "#lib/contract/channel-marks.ts";
import type { Message } from "#lib/core/text.ts";
import { bytea } from "./environment.ts";
import { staff } from "./staff.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The result of one attempt to send a message; `problem` is null exactly when it was sent. */
export type ChannelTry = { at: string; status: number | null; problem: Message | null };

/** Where alerts are sent: a person's e-mail, or an address of the team. */
export const alertChannel = pgTable(
  "alert_channel",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    kind: text("kind").$type<ChannelKind>().notNull(),
    /** Whose it is; null: the team's. */
    staffId: uuid("staff_id").references(() => staff.id, { onDelete: "cascade" }),
    name: text("name").notNull().default(""),
    /** The team's address, which may contain a key of the receiver. */
    sealedUrl: bytea("sealed_url"),
    /** What a webhook's messages are signed with. */
    sealedSecret: bytea("sealed_secret"),
    isOn: boolean("is_on").notNull(),
    severities: text("severities").array().$type<AlertSeverity[]>().notNull(),
    /** Null: all of them. */
    rules: text("rules").array().$type<AlertRule[]>(),
    sends: text("sends").$type<ChannelRhythm>().notNull().default("immediately"),
    digestAt: text("digest_at").notNull().default("08:00"),
    quietFrom: text("quiet_from"),
    quietUntil: text("quiet_until"),
    zone: text("zone").notNull().default("UTC"),
    /** Of a team's messages; a person's are in their own language. */
    language: text("language"),
    digestedAt: instant("digested_at"),
    lastTry: jsonb("last_try").$type<ChannelTry>(),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [
    uniqueIndex("alert_channel_own").on(table.staffId, table.environment, table.kind).where(sql`${table.staffId} is not null`),
    index("alert_channel_environment").on(table.environment),
  ],
);

/** What a channel was told of each cause, so that the next message says only what has changed. */
export const alertTold = pgTable(
  "alert_told",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => alertChannel.id, { onDelete: "cascade" }),
    rule: text("rule").notNull(),
    subject: text("subject").notNull(),
    alertId: uuid("alert_id").notNull(),
    /** `known`: it was open before the channel was turned on. */
    state: text("state").$type<"known" | "open" | "resolved">().notNull(),
    severity: text("severity").$type<AlertSeverity>().notNull(),
    /** The last messages about this cause. */
    toldAt: instant("told_at").array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.channelId, table.rule, table.subject] })],
);

/** One alert in a message, as it was when the message was made. */
export type NotifiedAlert = {
  id: string;
  change: AlertChange;
  rule: string;
  subject: string;
  merchantId: string | null;
  severity: AlertSeverity;
  /** As severe as it was told before. */
  toldSeverity?: AlertSeverity | null;
  count: number;
  openedAt: string;
  /** As in `alert`. */
  beginsAt?: string | null;
  /** When it was resolved. */
  resolvedAt: string | null;
  /** Resolved because its rule was turned off, not because its cause ended. */
  isRuleOff?: boolean;
};

/** The outbox: messages that were not sent yet, and those of the last week. */
export const alertMessage = pgTable(
  "alert_message",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    channelId: uuid("channel_id")
      .notNull()
      .references(() => alertChannel.id, { onDelete: "cascade" }),
    alerts: jsonb("alerts").$type<NotifiedAlert[]>().notNull(),
    /** `failed`: its receiver refused it for good. `dropped`: nobody may get it any more, or it is not true or not new any more. */
    state: text("state").$type<"pending" | "sent" | "failed" | "dropped">().notNull().default("pending"),
    attempts: integer("attempts").notNull().default(0),
    /** When the next attempt is due; during an attempt, when another process may take over. */
    dueAt: instant("due_at").notNull(),
    queuedAt: instant("queued_at").notNull(),
  },
  (table) => [
    index("alert_message_due").on(table.dueAt).where(sql`${table.state} = 'pending'`),
    index("alert_message_channel").on(table.channelId),
  ],
);
