import { sql } from "drizzle-orm";
import { date, doublePrecision, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Problem } from "#lib/core/text.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** How many pages of an account's days are stored; the next sync continues after an interrupted one. */
export const ledgerCheckpoint = pgTable(
  "ledger_checkpoint",
  {
    merchantId: uuid("merchant_id").notNull(),
    account: text("account").notNull(),
    fromDay: date("from_day").notNull(),
    toDay: date("to_day").notNull(),
    /** All pages up to this one are stored. */
    page: integer("page").notNull(),
    /** The number of rows on these pages. */
    rows: integer("rows").notNull(),
    pageSize: integer("page_size").notNull(),
    /** The zone in which their rows' times were read. */
    zone: text("zone").notNull(),
    startedAt: instant("started_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "ledger_checkpoint_key", columns: [table.merchantId, table.account, table.fromDay, table.toDay] }),
  ],
);

/** A sync task that staff requested, and its progress. */
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
    /** For a check: the day up to which stored rows are confirmed, moving towards `fromDay`. */
    checkedDay: date("checked_day"),
    rows: integer("rows").notNull().default(0),
    changed: integer("changed").notNull().default(0),
    pages: integer("pages").notNull().default(0),
    daysDone: integer("days_done").notNull().default(0),
    daysTotal: integer("days_total").notNull(),
    /** For a check: the days that differed before they were corrected. */
    differing: jsonb("differing").$type<unknown[]>().notNull().default([]),
    problem: jsonb("problem").$type<Problem>(),
    failures: integer("failures").notNull().default(0),
    requestedBy: text("requested_by").notNull(),
    holder: uuid("holder"),
    /** The claim of the process that works on it; other processes may claim it after this time. */
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

/** The state of background sync for each merchant's ledger; created with the merchant. */
export const ledgerSync = pgTable(
  "ledger_sync",
  {
    merchantId: uuid("merchant_id").primaryKey(),
    environment: text("environment").notNull(),
    /** When today and yesterday were last read completely; null: never. */
    recentReadAt: instant("recent_read_at"),
    /** When the whole history was first read; null: not yet. */
    historyReadAt: instant("history_read_at"),
    /** When the next part of its history may be read. */
    historyDueAt: instant("history_due_at").notNull().defaultNow(),
    /** Failures of parts of the history, less the successes since; each halves the next part. */
    historyFailures: integer("history_failures").notNull().default(0),
    /** When it is due for the next sync. */
    dueAt: instant("due_at").notNull().defaultNow(),
    /** When staff last viewed it. */
    lookedAt: instant("viewed_at"),
    /** When a user last waited for the process that reads it. */
    waitedAt: instant("waited_at"),
    /** Its usual number of rows per day. */
    rowsPerDay: integer("rows_per_day").notNull().default(0),
    /** Consecutive failures other than those of the history, and the reason of the last failure of either kind. */
    failures: integer("failures").notNull().default(0),
    problem: jsonb("problem").$type<Problem>(),
    /** The process that is reading it; its claim expires at `cachedUntil`. */
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
  /** Calls a second, as learned from the gateway's responses. */
  rate: doublePrecision("rate").notNull(),
  /** Calls that were available at `filledAt`. */
  calls: doublePrecision("calls").notNull().default(0),
  filledAt: instant("filled_at").notNull().defaultNow(),
  /** The gateway requested a pause until then. */
  pausedUntil: instant("paused_until"),
  loweredAt: instant("lowered_at"),
});
