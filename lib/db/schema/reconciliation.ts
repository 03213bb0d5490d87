import { sql } from "drizzle-orm";
import { bigserial, boolean, customType, index, integer, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { plainText } from "./plain-text.ts";

const tsvector = customType<{ data: string; driverData: string }>({ dataType: () => "tsvector" });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The search words of a delivery's non-personal fields, card numbers masked. Written after its commit. */
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
 * The order number and IPC_Trnref of deliveries without `identifiers`: unverified ones, and further readings of a
 * signed text. A table of its own, so that forgeries cannot displace verified results. Written after the delivery's
 * commit.
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

/** Deliveries that have not been processed since their commit; written in the same transaction. Claimed merchant by merchant. */
export const deliveryOutbox = pgTable(
  "delivery_outbox",
  {
    merchantId: uuid("merchant_id").notNull(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    deliveryId: uuid("delivery_id").notNull(),
    /** Whether it changes the state of its order; otherwise it only becomes searchable. */
    acts: boolean("acts").notNull(),
  },
  (table) => [primaryKey({ name: "delivery_outbox_order", columns: [table.merchantId, table.seq] })],
);

/** Deliveries whose processing failed: set aside, so that they do not block others. Removed on retry. */
export const deliveryProblem = pgTable(
  "delivery_problem",
  {
    deliveryId: uuid("delivery_id").notNull(),
    /** The failed step. */
    step: text("step").$type<"search" | "order" | "ledger">().notNull(),
    reason: text("reason").notNull(),
    at: instant("at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ name: "delivery_problem_once", columns: [table.deliveryId, table.step] })],
);

/**
 * The state of a valid payment notification: its payment attempt, the matched transaction, and what the gateway says
 * about it. Written after the delivery's commit, and updated until it is final.
 */
export const reconciliation = pgTable(
  "reconciliation",
  {
    deliveryId: uuid("delivery_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    gatewayAt: instant("gateway_at"),
    /** When it is checked next; null when it is final. */
    nextAt: instant("next_at"),
    tries: integer("tries").notNull().default(0),
    /** Whether amount and currency match the transaction; null without one. */
    agrees: boolean("agrees"),
    /** The stored ledger does not have it: the next check queries the gateway. */
    asks: boolean("asks").notNull().default(false),
    environment: text("environment").notNull(),
    /** paid | reversed | contested | unconfirmed */
    attempt: text("attempt").notNull(),
    /** trnref | order: the key that found the transaction. */
    matchedBy: text("matched_by"),
    transactionId: text("transaction_id"),
    reference: text("reference"),
    /** waiting | confirmed | unknown | unreachable */
    gateway: text("gateway").notNull().default("waiting"),
    /** Why the gateway could not be queried: our code. */
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
