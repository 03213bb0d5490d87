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
 * (`transaction-months.ts`), so `transactionKey` ensures uniqueness.
 */
export const transaction = pgTable(
  "transaction",
  {
    // This column order avoids padding: identifiers, then columns of eight, four and one byte, then those of variable length.
    merchantId: uuid("merchant_id").notNull(),
    occurredAt: instant("occurred_at").notNull(),
    /** When this content was first read; reading it again unchanged does not update it. */
    readAt: instant("read_at").notNull(),
    /** Negative for debit; null when the amount does not fit its currency (then only `amountText` has it). */
    amountMinor: bigint("amount_minor", { mode: "number" }),
    /** Sort key of the amount: one that does not fit its currency sorts below all others. */
    amountRank: bigint("amount_rank", { mode: "number" })
      .notNull()
      .generatedAlwaysAs(sql`coalesce(amount_minor, '-9223372036854775808'::bigint)`),
    facetId: integer("facet_id").notNull(),
    /** Its facet's kind, shared by all merchants. */
    kindId: integer("kind_id").notNull(),
    /** The day in the environment's zone. */
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
    /** All identifiers for search (`identifiers.ts`). */
    identifiers: text("identifiers"),
    /** The complete row as received and its description, which may name people (`sealed-transaction.ts`). */
    sealed: bytea("sealed").notNull(),
    /** Keyed hash of the row as received: equal when it is read again unchanged. */
    contentMark: text("content_mark").notNull(),
  },
  (table) => [
    // Ascending, in order of arrival, so that index pages stay full; read backwards for the newest. Few rows share an instant,
    // or an amount and instant: they are sorted when read.
    index("transaction_time").on(table.occurredAt),
    index("transaction_merchant_time").on(table.merchantId, table.occurredAt),
    index("transaction_facet_time").on(table.facetId, table.occurredAt, table.amountRank),
    index("transaction_kind_time").on(table.kindId, table.occurredAt),
    index("transaction_amount").on(table.amountRank, table.occurredAt, table.kindId, table.facetId),
    index("transaction_reference").on(table.reference),
    index("transaction_identifiers").using("gin", identifierWords(table.identifiers)).with({ fastupdate: false }),
  ],
);

/** One row for each (merchant, gateway id) in all months, for a while also of removed ones; small and not partitioned. */
export const transactionKey = pgTable(
  "transaction_key",
  { merchantId: uuid("merchant_id").notNull(), id: text("id").notNull(), occurredAt: instant("occurred_at").notNull() },
  (table) => [primaryKey({ name: "transaction_key_once", columns: [table.merchantId, table.id] })],
);

/** Each existing combination of a merchant's filter values; few, so that any filter becomes a short list of ids. */
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
    /** Fees that lists can leave out, since what they were taken for is listed (`fold-fees.ts`). */
    isFolded: boolean("is_folded").notNull().default(false),
    /** Bounds of its rows' amounts; they may be wider than the rows. */
    amountMin: bigint("amount_min", { mode: "number" }),
    amountMax: bigint("amount_max", { mode: "number" }),
  },
  (table) => [
    unique("ledger_facet_once")
      .on(table.merchantId, table.type, table.sign, table.currency, table.accountNumber, table.terminalId, table.isFolded)
      .nullsNotDistinct(),
    index("ledger_facet_account").on(table.environment, table.accountNumber),
    index("ledger_facet_terminal").on(table.environment, table.terminalId),
  ],
);

/**
 * The sums of a facet's day. Counts and sums are exact; bounds of amounts and times may be too wide after a correction,
 * never too narrow. An amount that does not fit its currency counts as one below all others.
 */
export const ledgerDay = pgTable(
  "ledger_day",
  {
    facetId: integer("facet_id").notNull(),
    /** That of its facet. */
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
    // An index-only scan sums thousands of merchants.
    index("ledger_day_merchant").on(table.merchantId, table.day, table.kindId, table.rows, table.creditMinor, table.debitMinor),
  ],
);

/** Days of a merchant's ledger, all accounts together, that were read, and when the reading began. */
export const ledgerRead = pgTable(
  "ledger_read",
  {
    merchantId: uuid("merchant_id").notNull(),
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    readAt: instant("read_at").notNull(),
    /** False: rows were read, but the gateway did not show that they are all. */
    isComplete: boolean("is_complete").notNull().default(true),
    /** Read without an account number, since no account could be listed. */
    withoutAccount: boolean("without_account").notNull().default(false),
    /** The zone in which its rows' times were read: for another zone these days count as unread. */
    zone: text("zone").notNull(),
  },
  (table) => [
    primaryKey({ name: "ledger_read_key", columns: [table.merchantId, table.fromDay, table.toDay, table.isComplete] }),
    index("ledger_read_incomplete").on(table.merchantId).where(sql`not ${table.isComplete}`),
  ],
);

/** Which process is reading a merchant's ledger, so that only one does; the lease of a dead process ends at `until`. */
export const ledgerLease = pgTable("ledger_lease", {
  merchantId: uuid("merchant_id").primaryKey(),
  holder: uuid("holder").notNull(),
  until: instant("until").notNull(),
});
