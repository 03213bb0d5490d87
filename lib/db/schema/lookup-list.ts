import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** References of a bulk lookup that staff share as a link; whoever opens it queries the gateways with their own permissions. */
export const lookupList = pgTable(
  "lookup_list",
  {
    /** 128 random bits. */
    id: text("id").primaryKey(),
    environment: text("environment").notNull(),
    references: text("references").array().notNull(),
    createdBy: text("created_by").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("lookup_list_expires").on(table.expiresAt)],
);
