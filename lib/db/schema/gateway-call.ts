import { sql } from "drizzle-orm";
import { bigint, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { CallFailure } from "#lib/core/gateway-calls.ts";
import type { Message } from "#lib/core/text.ts";

/**
 * Calls to the gateways of the last 7 days: no header, body, query or value of a path. A row is one call, or those that
 * succeeded in the background in the same minute.
 */
export const gatewayCall = pgTable(
  "gateway_call",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedByDefaultAsIdentity(),
    /** When the call, or the first one, was started. */
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** Null for the integration's own sign-in, and for calls of several merchants. */
    merchantId: uuid("merchant_id"),
    /** The payment or refund that it is about. */
    paymentId: uuid("payment_id"),
    calls: integer("calls").notNull(),
    /** Of several, the mean. */
    ms: integer("ms").notNull(),
    /** Null: no answer. */
    status: integer("status"),
    attempt: integer("attempt").notNull(),
    environment: text("environment").notNull(),
    method: text("method").notNull(),
    /** With `{id}` for every value. */
    path: text("path").notNull(),
    /** The process that made it, as `host:pid`. */
    process: text("process").notNull(),
    /** Why there was no answer. */
    failure: text("failure").$type<CallFailure>(),
    problem: jsonb("problem").$type<Message>(),
    /** The transaction that it is about, by a reference that the ledger has. */
    reference: text("reference"),
  },
  (table) => [
    index("gateway_call_time").on(table.environment, table.at),
    index("gateway_call_failed").on(table.environment, table.at).where(sql`${table.status} is null or ${table.status} >= 300`),
    index("gateway_call_payment").on(table.paymentId).where(sql`${table.paymentId} is not null`),
    index("gateway_call_reference").on(table.reference).where(sql`${table.reference} is not null`),
  ],
);
