import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** Small facts of this installation: the vault's canary, the seed that ran, and the like. */
export const setting = pgTable("setting", {
  key: text("key").primaryKey(),
  value: jsonb("value").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
});
