import { sql } from "drizzle-orm";
import { bigserial, customType, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const xid8 = customType<{ data: string; driverData: string }>({ dataType: () => "xid8" });

/** Events for open pages. Read from one database snapshot to the next, so that none is skipped. */
export const liveEvent = pgTable(
  "live_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    xid: xid8("xid").notNull().default(sql`pg_current_xact_id()`),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    type: text("type").notNull(),
    data: jsonb("data").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("live_event_order").on(table.xid, table.id), index("live_event_at").on(table.at)],
);
