import { bigint, index, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** The storage of the built-in gateway (lib/sandbox/storage.ts); the rest of the app does not use it. */
export const sandboxRecord = pgTable(
  "sandbox_record",
  {
    kind: text("kind").notNull(),
    key: text("key").notNull(),
    group: text("group").notNull(),
    at: bigint("at", { mode: "number" }).notNull(),
    tag: text("tag").notNull(),
    sealed: bytea("sealed"),
  },
  (table) => [
    primaryKey({ name: "sandbox_record_key", columns: [table.kind, table.key] }),
    index("sandbox_record_time").on(table.kind, table.group, table.at, table.key),
    index("sandbox_record_due").on(table.kind, table.at),
  ],
);

export const sandboxCounter = pgTable("sandbox_counter", {
  name: text("name").primaryKey(),
  count: bigint("count", { mode: "number" }).notNull(),
});
