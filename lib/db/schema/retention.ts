import { bigint, bigserial, boolean, date, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Data with a limited retention time; the audit is one chain over all environments (`everywhere`). */
export type RetentionKind = "transactions" | "notifications" | "audit";

/** How long an environment retains its rows of a kind; without a row, or without days, forever. */
export const retention = pgTable(
  "retention",
  {
    environment: text("environment").notNull(),
    kind: text("kind").$type<RetentionKind>().notNull(),
    days: integer("days"),
    /** Rows of earlier days are removed or about to be, and are not stored again; it advances before they are removed. */
    keptFrom: date("kept_from"),
    lastRunAt: instant("last_run_at"),
    updatedAt: instant("updated_at").notNull(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [primaryKey({ name: "retention_key", columns: [table.environment, table.kind] })],
);

/** A run that removed something, or failed. */
export const retentionRun = pgTable(
  "retention_run",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    environment: text("environment").notNull(),
    kind: text("kind").$type<RetentionKind>().notNull(),
    keptFrom: date("kept_from").notNull(),
    startedAt: instant("started_at").notNull(),
    endedAt: instant("ended_at"),
    removed: bigint("removed", { mode: "number" }).notNull().default(0),
    /** How many of them were dropped as whole months. */
    months: integer("months").notNull().default(0),
    /** False while more remains for the next run. */
    isComplete: boolean("is_complete").notNull().default(false),
    problem: text("problem"),
  },
  (table) => [index("retention_run_latest").on(table.environment, table.kind, table.id.desc())],
);
