import { sql } from "drizzle-orm";
import { date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

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

/** A piece of work a person asked of the mirror, and how far it is. */
export const syncRun = pgTable(
  "sync_run",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** backfill | check */
    kind: text("kind").$type<"backfill" | "check">().notNull(),
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
    index("sync_run_merchant").on(table.merchantId, table.createdAt.desc().nullsFirst()),
    index("sync_run_due").on(table.dueAt).where(sql`${table.state} in ('queued', 'running')`),
  ],
);

/** How far background sync has come with each merchant's ledger, and when it is its turn again; made with the merchant. */
export const ledgerSync = pgTable(
  "ledger_sync",
  {
    merchantId: uuid("merchant_id").primaryKey(),
    environment: text("environment").notNull(),
    /** When today and yesterday were last read whole; null: never. */
    recentReadAt: instant("recent_read_at"),
    /** When all of its history was read for the first time; null: not yet. */
    historyReadAt: instant("history_read_at"),
    /** When the next piece of its history may be read. */
    historyDueAt: instant("history_due_at").notNull().defaultNow(),
    /** When it is its turn again. */
    dueAt: instant("due_at").notNull().defaultNow(),
    /** When somebody last looked at it. */
    lookedAt: instant("viewed_at"),
    /** When somebody last waited for the process that reads it. */
    waitedAt: instant("waited_at"),
    /** How busy it is: rows of a usual day. */
    rowsPerDay: integer("rows_per_day").notNull().default(0),
    /** Readings that failed in a row, and why the last one did. */
    failures: integer("failures").notNull().default(0),
    problem: jsonb("problem").$type<{ code: string; message: string }>(),
    /** The process that reads it, believed alive until `cachedUntil`. */
    holder: uuid("holder"),
    cachedUntil: instant("cached_until"),
  },
  (table) => [
    index("ledger_sync_due").on(table.environment, table.dueAt).where(sql`${table.recentReadAt} is not null`),
    index("ledger_sync_never").on(table.environment, table.dueAt).where(sql`${table.recentReadAt} is null`),
    index("ledger_sync_history")
      .on(table.environment, table.historyDueAt)
      .where(sql`${table.historyReadAt} is null and ${table.recentReadAt} is not null`),
    index("ledger_sync_viewed").on(table.environment, table.lookedAt).where(sql`${table.lookedAt} is not null`),
    index("ledger_sync_read").on(table.environment, table.recentReadAt.desc().nullsLast()),
    index("ledger_sync_problem").on(table.environment, table.merchantId).where(sql`${table.problem} is not null`),
  ],
);

/** How many calls background sync may make over one integration, shared by all processes. */
export const syncBudget = pgTable("sync_budget", {
  environment: text("environment").primaryKey(),
  /** Calls a second, as the gateway's answers have shown. */
  rate: doublePrecision("rate").notNull(),
  /** Calls that may be made at once, at `filledAt`. */
  calls: doublePrecision("calls").notNull().default(0),
  filledAt: instant("filled_at").notNull().defaultNow(),
  /** The gateway asked for a pause until then. */
  pausedUntil: instant("paused_until"),
  loweredAt: instant("lowered_at"),
});
