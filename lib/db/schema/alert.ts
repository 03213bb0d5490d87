import { sql } from "drizzle-orm";
import { bigint, index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";

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
    status: text("status").$type<"open" | "acknowledged" | "resolved">().notNull().default("open"),
    openedAt: instant("opened_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    count: bigint("count", { mode: "number" }).notNull(),
    /** How many of them could not be stored, since the quota was exhausted. */
    notKept: bigint("not_kept", { mode: "number" }).notNull().default(0),
    changedAt: instant("changed_at"),
  },
  (table) => [
    uniqueIndex("alert_once").on(table.environment, table.rule, table.subject).where(sql`${table.status} <> 'resolved'`),
    index("alert_list").on(table.environment, table.status, table.lastSeenAt.desc()),
  ],
);
