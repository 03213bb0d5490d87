import { sql } from "drizzle-orm";
import { bigint, bigserial, index, jsonb, pgTable, text, timestamp, unique, uniqueIndex, uuid } from "drizzle-orm/pg-core";

/** A payment as this desk intends and knows it; the row exists before the gateway hears of it. */
export const payment = pgTable(
  "payment",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** payment | refund: a refund is a payment of its own on the wire. */
    kind: text("kind").notNull().default("payment"),
    /** For a refund: the payment it gives money back from. */
    originalId: uuid("original_id"),
    status: text("status").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    tipMinor: bigint("tip_minor", { mode: "number" }).notNull().default(0),
    currency: text("currency").notNull(),
    terminalId: text("terminal_id").notNull(),
    /** What the gateway gets, unique for its terminal; `ownReference` is what the person typed. */
    referenceNumber: text("reference_number").notNull(),
    ownReference: text("own_reference"),
    description: text("description"),
    operatorCode: text("operator_code"),
    extra: jsonb("extra"),
    gatewayPaymentId: text("gateway_payment_id"),
    /** The last answer of the gateway about it, whole. */
    record: jsonb("record"),
    problem: jsonb("problem"),
    createdBy: uuid("created_by"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    askedAt: timestamp("asked_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payment_terminal_reference").on(table.environment, table.terminalId, table.referenceNumber),
    index("payment_merchant_time").on(table.merchantId, table.createdAt.desc(), table.id.desc()),
    index("payment_environment_time").on(table.environment, table.createdAt.desc(), table.id.desc()),
    index("payment_original").on(table.originalId),
    index("payment_open").on(table.status, table.updatedAt),
  ],
);

/** Each state a payment was in: when, and who or what said so. */
export const paymentEvent = pgTable(
  "payment_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    paymentId: uuid("payment_id").notNull(),
    status: text("status").notNull(),
    /** staff | gateway | desk */
    source: text("source").notNull(),
    note: text("note"),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("payment_event_payment").on(table.paymentId, table.id)],
);

/** One answered or running change: the same key and body is the same act, whoever repeats it. */
export const idempotencyKey = pgTable(
  "idempotency_key",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    merchantId: uuid("merchant_id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** payment | cancel | reversal | refund, with the payment's id where there is one. */
    act: text("act").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    paymentId: uuid("payment_id").notNull(),
    state: text("state").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [unique("idempotency_key_once").on(table.merchantId, table.act, table.key)],
);
