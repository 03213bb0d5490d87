import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** When an undocumented field first appeared in a genuine notification of an environment. */
export const fieldSighting = pgTable(
  "field_sighting",
  {
    environment: text("environment").notNull(),
    /** As it was written, at most 200 characters of it. */
    name: text("name").notNull(),
    firstSeenAt: timestamp("first_seen_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ name: "field_sighting_once", columns: [table.environment, table.name] })],
);
