import { index, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** References somebody passes on to a colleague by an address; who opens it asks the gateways with their own rights. */
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
