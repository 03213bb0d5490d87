import { sql } from "drizzle-orm";
import { bigserial, boolean, customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { plainText } from "./plain-text.ts";

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => "tsvector" });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The words of a delivery's fields that are not personal, card numbers masked. Written after its commit. */
export const deliveryText = pgTable(
  "delivery_text",
  {
    deliveryId: uuid("delivery_id").notNull(),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    words: tsvector("words").notNull(),
  },
  (table) => [
    primaryKey({ name: "delivery_text_once", columns: [table.deliveryId, table.environment] }),
    index("delivery_text_words").using("gin", table.words),
  ],
);

/**
 * The order number and IPC_Trnref of deliveries that have no `identifiers`: those that are not verified, and further
 * readings of a signed text. Apart, so that no flood of forgeries pushes a verified one out of an answer. Written after
 * the delivery's commit.
 */
export const unverifiedNumber = pgTable(
  "unverified_number",
  {
    deliveryId: uuid("delivery_id").notNull(),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** trnref | orderId */
    field: text("field").notNull(),
    /** Normalised, card numbers masked; its first 100 bytes. */
    value: plainText("value").notNull(),
    receivedAt: instant("received_at").notNull(),
  },
  (table) => [
    primaryKey({ name: "unverified_number_once", columns: [table.deliveryId, table.field, table.value] }),
    index("unverified_number_find").on(table.environment, table.value, table.receivedAt.desc().nullsFirst()),
    index("unverified_number_merchant").on(table.merchantId, table.value, table.receivedAt.desc().nullsFirst()),
  ],
);

/** Deliveries nobody has looked at since their commit; written within it. Taken merchant by merchant. */
export const deliveryOutbox = pgTable(
  "delivery_outbox",
  {
    merchantId: uuid("merchant_id").notNull(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    /** Whether it changes what its order has come to; otherwise it only becomes searchable. */
    acts: boolean("acts").notNull(),
  },
  (table) => [primaryKey({ name: "delivery_outbox_order", columns: [table.merchantId, table.seq] })],
);

/** Deliveries whose processing failed: set aside, so that those behind them are processed. Removed when tried again. */
export const deliveryProblem = pgTable(
  "delivery_problem",
  {
    deliveryId: uuid("delivery_id").notNull(),
    /** Which step failed. */
    step: text("step").$type<"search" | "order" | "ledger">().notNull(),
    reason: text("reason").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: "delivery_problem_once", columns: [table.deliveryId, table.step] })],
);

/**
 * What a valid payment notification has come to: the state of its payment attempt, the ledger row it is about, and
 * what the gateway says of it. Written after the delivery's commit, and again until it is settled.
 */
export const reconciliation = pgTable(
  "reconciliation",
  {
    deliveryId: uuid("delivery_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    gatewayAt: instant("gateway_at"),
    /** When it is looked for again; null when nothing more is to be found. */
    nextAt: instant("next_at"),
    tries: integer("tries").notNull().default(0),
    /** Whether amount and currency are the row's; null without a row. */
    agrees: boolean("agrees"),
    /** The stored ledger did not have it: then its turn is to be looked for at the gateway. */
    asks: boolean("asks").notNull().default(false),
    environment: text("environment").notNull(),
    /** paid | reversed | contested | unconfirmed */
    attempt: text("attempt").notNull(),
    /** trnref | order: which key found the row. */
    matchedBy: text("matched_by"),
    transactionId: text("transaction_id"),
    reference: text("reference"),
    /** waiting | confirmed | unknown | unreachable */
    gateway: text("gateway").notNull().default("waiting"),
    /** Why the gateway could not be asked: our code. */
    gatewayProblem: text("gateway_problem"),
  },
  (table) => [
    primaryKey({ name: "reconciliation_once", columns: [table.deliveryId, table.environment] }),
    index("reconciliation_due").on(table.nextAt).where(sql`${table.nextAt} is not null and not ${table.asks}`),
    index("reconciliation_asks").on(table.environment, table.merchantId).where(sql`${table.asks}`),
    index("reconciliation_transaction").on(table.merchantId, table.transactionId).where(sql`${table.transactionId} is not null`),
    index("reconciliation_open").on(table.merchantId).where(sql`${table.transactionId} is null`),
    index("reconciliation_mismatch").on(table.environment, table.merchantId).where(sql`${table.agrees} = false`),
    index("reconciliation_attempt").on(table.environment, table.attempt, table.merchantId).where(sql`${table.attempt} <> 'paid'`),
  ],
);
