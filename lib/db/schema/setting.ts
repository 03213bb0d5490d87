import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Small facts of this installation, such as the vault's canary and the seed that ran. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
