import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { Message } from "#lib/core/text.ts";
import { identifierWords } from "../search/identifiers.ts";
import { bytea } from "./environment.ts";

/** A payment taken from here; its row exists before the gateway receives the request. */
export const payment = pgTable(
  "payment",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** payment | refund: a refund is a separate payment at the gateway. */
    kind: text("kind").notNull().default("payment"),
    /** For a refund: the payment it refunds. */
    originalId: uuid("original_id"),
    status: text("status").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    tipMinor: bigint("tip_minor", { mode: "number" }).notNull().default(0),
    currency: text("currency").notNull(),
    terminalId: text("terminal_id").notNull(),
    /** What the gateway receives, unique for its terminal; `ownReference` is what staff typed. */
    referenceNumber: text("reference_number").notNull(),
    ownReference: text("own_reference"),
    operatorCode: text("operator_code"),
    /** Description and extra members as staff entered them (`sealed-payment.ts`). */
    sealedIntent: bytea("sealed_intent"),
    gatewayPaymentId: text("gateway_payment_id"),
    /** All identifiers for search (`identifiers.ts`). */
    identifiers: text("identifiers"),
    /** What the gateway's responses about it said, the last one first. */
    sealedRecord: bytea("sealed_record"),
    /** Why it was not accepted or not sent: our code and message, the gateway's own words as rows. */
    problem: jsonb("problem"),
    createdBy: uuid("created_by"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
    askedAt: timestamp("asked_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("payment_terminal_reference").on(table.environment, table.terminalId, table.referenceNumber),
    index("payment_merchant_time").on(table.merchantId, table.createdAt.desc(), table.id.desc()),
    index("payment_environment_time").on(table.environment, table.createdAt.desc(), table.id.desc()),
    index("payment_original").on(table.originalId),
    index("payment_identifiers").using("gin", identifierWords(table.identifiers)).with({ fastupdate: false }),
    index("payment_open").on(table.status, table.updatedAt),
    check("payment_amount_positive", sql`${table.amountMinor} > 0`),
  ],
);

/** Each state change of a payment: when, and its source. */
export const paymentEvent = pgTable(
  "payment_event",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    paymentId: uuid("payment_id").notNull(),
    status: text("status").notNull(),
    /** staff | gateway | desk */
    source: text("source").notNull(),
    note: jsonb("note").$type<Message>(),
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [index("payment_event_payment").on(table.paymentId, table.id)],
);

/** A request under one Idempotency-Key: the same key and body is the same operation, whoever repeats it. */
export const paymentOperation = pgTable(
  "payment_operation",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    merchantId: uuid("merchant_id").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** create, or cancel:, reversal: and refund: followed by the payment's id. */
    act: text("act").notNull(),
    key: text("key").notNull(),
    requestHash: text("request_hash").notNull(),
    /** The payment it creates or changes; for a refund, the refund. */
    paymentId: uuid("payment_id").notNull(),
    /** sending | unknown | done | failed. For create and refund the payment's own status applies. */
    state: text("state").notNull(),
    problem: jsonb("problem"),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    unique("payment_operation_once").on(table.merchantId, table.act, table.key),
    index("payment_operation_payment").on(table.paymentId, table.state),
    // Few rows: which payments have an operation without an answer is asked over all payments.
    index("payment_operation_unknown").on(table.paymentId).where(sql`${table.state} = 'unknown'`).concurrently(),
    // Also few: which payments were reversed lately is asked at each poll.
    index("payment_operation_reversal").on(table.createdAt).where(sql`${table.act} like 'reversal:%'`).concurrently(),
  ],
);

/** Each check that searched for a payment with an unknown outcome and did not find it: the evidence that it was not processed. */
export const paymentCheck = pgTable(
  "payment_check",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    paymentId: uuid("payment_id").notNull(),
    /** The gateway's list is at least as recent as this. */
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** The terminal's payments and the ledger were both read completely. */
    isComplete: boolean("is_complete").notNull(),
    note: jsonb("note").$type<Message>().notNull(),
  },
  (table) => [index("payment_check_payment").on(table.paymentId, table.id)],
);

/** Refunds and reversals that staff started in the last day, successful or not: above an amount they must re-authenticate. */
export const moneyReturned = pgTable(
  "money_returned",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    environment: text("environment").notNull(),
    staffId: uuid("staff_id").notNull(),
    /** The payment, or the order of the sandbox's checkout. */
    target: text("target").notNull(),
    currency: text("currency").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index("money_returned_staff").on(table.staffId, table.at), index("money_returned_target").on(table.target)],
);
