import { sql } from "drizzle-orm";
import { date, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** How far one account's pages of some days are stored; a reading that died goes on behind them. */
export const ledgerCheckpoint = pgTable(
  "ledger_checkpoint",
  {
    merchantId: uuid("merchant_id").notNull(),
    account: text("account").notNull(),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    /** All pages up to this one are stored. */
    page: integer("page").notNull(),
    /** How many rows they held. */
    rows: integer("rows").notNull(),
    pageSize: integer("page_size").notNull(),
    /** The zone that their rows' times were read in. */
    zone: text("zone").notNull(),
    startedAt: instant("started_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "ledger_checkpoint_key", columns: [table.merchantId, table.account, table.fromDay, table.toDay] }),
  ],
);

/** A piece of work a person or the desk asked of the mirror, and how far it is. */
export const mirrorRun = pgTable(
  "mirror_run",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** backfill | check | follow */
    kind: text("kind").$type<"backfill" | "check" | "follow">().notNull(),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    /** queued | running | done | failed | stopped */
    state: text("state").$type<"queued" | "running" | "done" | "failed" | "stopped">().notNull(),
    /** Of a check: the day its stored rows are proved up to, walking towards `fromDay`. */
    checkedDay: date("checked_day"),
    rows: integer("rows").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    pages: integer("pages").notNull().default(0),
    daysDone: integer("days_done").notNull().default(0),
    daysTotal: integer("days_total").notNull(),
    /** Of a check: the days that differed, before they were put right. */
    differing: jsonb("differing").$type<unknown[]>().notNull().default([]),
    problem: jsonb("problem").$type<{ code: string; message: string }>(),
    failures: integer("failures").notNull().default(0),
    requestedBy: text("requested_by").notNull(),
    holder: uuid("holder"),
    /** Until when the process that works on it is believed alive; not taken up again before. */
    dueAt: instant("due_at").notNull(),
    createdAt: instant("created_at").notNull(),
    startedAt: instant("started_at"),
    updatedAt: instant("updated_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    index("mirror_run_merchant").on(table.merchantId, table.createdAt.desc().nullsFirst()),
    index("mirror_run_due").on(table.dueAt).where(sql`${table.state} in ('queued', 'running')`),
  ],
);
