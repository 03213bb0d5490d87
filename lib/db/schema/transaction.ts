import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { identifierWords } from "../search/identifiers.ts";
import { bytea } from "./environment.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * One row of a merchant's ledger as the gateway listed it. Partitioned by environment and by month of `occurredAt`
 * (`transaction-months.ts`), so `transactionKey` keeps what is unique.
 */
export const transaction = pgTable(
  "transaction",
  {
    // In this order a row has no gaps: identifiers, then what takes eight bytes, four, one, and what differs in length.
    merchantId: uuid("merchant_id").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    /** When this content was read; reading the same again leaves it. */
    readAt: instant("read_at").notNull(),
    /** Negative for debit; null when the amount does not fit its currency (then only `amountText` holds it). */
    amountMinor: bigint("amount_minor", { mode: "number" }),
    /** Its place in the order of amounts: one that does not fit its currency is below all others. */
    amountRank: bigint("amount_rank", { mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(amount_minor, '-9223372036854775808'::bigint)`),
    facetId: integer("facet_id").notNull(),
    /** Its facet's kind: the same of all merchants. */
    kindId: integer("kind_id").notNull(),
    /** The day it is in the environment's zone. */
    day: date("day").notNull(),
    environment: text("environment").notNull(),
    /** The gateway's own row id; a sale and its fee share `reference` but not this. */
    id: text("id").notNull(),
    reference: text("reference"),
    occurredAtText: text("occurred_at_text").notNull(),
    type: text("type"),
    sign: text("sign").notNull(),
    amountText: text("amount_text").notNull(),
    currency: text("currency").notNull(),
    accountNumber: text("account_number"),
    terminalId: text("terminal_id"),
    referenceNumber: text("reference_number"),
    pan: text("pan"),
    /** Everything a caller may read out of it (`identifiers.ts`). */
    identifiers: text("identifiers"),
    /** The whole row as received and its description, which may name people (`sealed-transaction.ts`). */
    sealed: bytea("sealed").notNull(),
    /** Keyed hash of the row as received: equal when it was read again unchanged. */
    contentMark: text("content_mark").notNull(),
  },
  (table) => [
    // Rising, as rows come, so that pages of an index stay full; read backwards for the newest. Rows of one instant, or of one
    // amount and instant, are few: they are put in order when they are read.
    index("transaction_time").on(table.occurredAt),
    index("transaction_merchant_time").on(table.merchantId, table.occurredAt),
    index("transaction_facet_time").on(table.facetId, table.occurredAt, table.amountRank),
    index("transaction_kind_time").on(table.kindId, table.occurredAt),
    index("transaction_amount").on(table.amountRank, table.occurredAt, table.kindId, table.facetId),
    index("transaction_reference").on(table.reference),
    index("transaction_identifiers").using("gin", identifierWords(table.identifiers)).with({ fastupdate: false }),
  ],
);

/** One row for each (merchant, gateway id); small and never partitioned, it outlives removed months. */
export const transactionKey = pgTable(
  "transaction_key",
  { merchantId: uuid("merchant_id").notNull(), id: text("id").notNull(), occurredAt: instant("occurred_at").notNull() },
  (table) => [primaryKey({ name: "transaction_key_once", columns: [table.merchantId, table.id] })],
);

/** Each combination of what a merchant's list can be narrowed by that occurs; few, so that any filter becomes a short list of them. */
export const ledgerFacet = pgTable(
  "ledger_facet",
  {
    id: serial("id").primaryKey(),
    /** Set by the database. */
    kindId: integer("kind_id").notNull().default(0),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    type: text("type"),
    sign: text("sign").notNull(),
    currency: text("currency").notNull(),
    accountNumber: text("account_number"),
    terminalId: text("terminal_id"),
    /** No amount of its rows lies beyond these; they may be wider than its rows. */
    amountMin: bigint("amount_min", { mode: "number" }),
    amountMax: bigint("amount_max", { mode: "number" }),
  },
  (table) => [
    unique("ledger_facet_once")
      .on(table.merchantId, table.type, table.sign, table.currency, table.accountNumber, table.terminalId)
      .nullsNotDistinct(),
    index("ledger_facet_account").on(table.environment, table.accountNumber),
    index("ledger_facet_terminal").on(table.environment, table.terminalId),
  ],
);

/**
 * What a facet's day holds. Counts and sums are exact; the bounds of amounts and times may be wider than its rows after
 * a correction, never narrower. An amount that does not fit its currency counts as one below all others.
 */
export const ledgerDay = pgTable(
  "ledger_day",
  {
    facetId: integer("facet_id").notNull(),
    /** Its facet's. */
    merchantId: uuid("merchant_id").notNull(),
    kindId: integer("kind_id").notNull(),
    day: date("day").notNull(),
    rows: integer("rows").notNull(),
    creditMinor: numeric("credit_minor").notNull(),
    debitMinor: numeric("debit_minor").notNull(),
    amountMin: bigint("amount_min", { mode: "number" }),
    amountMax: bigint("amount_max", { mode: "number" }),
    firstAt: instant("first_at").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "ledger_day_key", columns: [table.facetId, table.day] }),
    // Sums of thousands of merchants are read from it alone.
    index("ledger_day_merchant").on(table.merchantId, table.day, table.kindId, table.rows, table.creditMinor, table.debitMinor),
  ],
);

/** Which days of a merchant's ledger, all accounts together, have been read, and when that reading began. */
export const ledgerRead = pgTable(
  "ledger_read",
  {
    merchantId: uuid("merchant_id").notNull(),
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    readAt: instant("read_at").notNull(),
    /** False: rows were read, but the gateway did not show that these are all. */
    isComplete: boolean("is_complete").notNull().default(true),
    /** Read without an account number, since no account could be listed. */
    withoutAccount: boolean("without_account").notNull().default(false),
    /** The zone that its rows' times were read in: under another one these days are not read. */
    zone: text("zone").notNull(),
  },
  (table) => [primaryKey({ name: "ledger_read_key", columns: [table.merchantId, table.fromDay, table.toDay, table.isComplete] })],
);

/** Who reads a merchant's ledger now, so that two processes never both do; one that died gives way when `until` passes. */
export const ledgerLease = pgTable("ledger_lease", {
  merchantId: uuid("merchant_id").primaryKey(),
  holder: uuid("holder").notNull(),
  until: instant("until").notNull(),
});
