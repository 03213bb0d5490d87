import { bigserial, index, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Append-only: who did what, when and from where. Each row holds the hash of itself and the row before. */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    staffId: uuid("staff_id"),
    /** E-mail of the person, or the name of the program part that acted. */
    actor: text("actor").notNull(),
    act: text("act").notNull(),
    environment: text("environment"),
    merchant: text("merchant"),
    target: text("target"),
    detail: jsonb("detail").notNull().default({}),
    peer: text("peer"),
    hash: text("hash").notNull(),
  },
  (table) => [index("audit_at").on(table.at), index("audit_actor").on(table.actor, table.at)],
);
