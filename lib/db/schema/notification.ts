import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import type { AcceptedOrder } from "#lib/notifications/verification/accepted-order.ts";
import { identifierWords } from "../search/identifiers.ts";
import { endpointId, hashKey, headerLines, signedKey } from "./delivery-columns.ts";
import { bytea } from "./environment.ts";
import { xid8 } from "./live-event.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** An address at which the gateway's messages for one store (SID) of a merchant arrive. */
export const notifyEndpoint = pgTable(
  "notify_endpoint",
  {
    /** 128 random bits, as in the address. */
    id: text("id").primaryKey(),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    label: text("label").notNull().default(""),
    sid: text("sid").notNull(),
    strictLayout: boolean("strict_layout").notNull().default(true),
    /** The accepted field order, its methods and those before it; null: the usual five names. */
    fieldOrder: jsonb("field_order").$type<AcceptedOrder>(),
    createdAt: instant("created_at").notNull().defaultNow(),
    createdBy: text("created_by").notNull(),
  },
  (table) => [index("notify_endpoint_merchant").on(table.merchantId)],
);

export const notifyCertificate = pgTable(
  "notify_certificate",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => notifyEndpoint.id, { onDelete: "cascade" }),
    label: text("label").notNull(),
    publicKeyPem: text("public_key_pem").notNull(),
    fingerprint: text("fingerprint").notNull(),
    keyBits: integer("key_bits"),
    validFrom: instant("valid_from"),
    validUntil: instant("valid_until"),
    /** When it stops being accepted here, whatever its own dates say; null: never. */
    endsAt: instant("ends_at"),
    addedAt: instant("added_at").notNull().defaultNow(),
    addedBy: text("added_by").notNull(),
  },
  (table) => [unique("notify_certificate_once").on(table.endpointId, table.fingerprint)],
);

/**
 * When an endpoint, its keys, its merchant's slug or where it forwards to last changed, also when it was removed: written
 * by triggers. `xid` is the transaction's, so that a reader misses none that commits late.
 */
export const notifyEndpointChange = pgTable(
  "notify_endpoint_change",
  { endpointId: text("endpoint_id").primaryKey(), xid: xid8("xid").notNull() },
  (table) => [index("notify_endpoint_change_xid").on(table.xid)],
);

/** One delivery for each (endpoint, body); small, so that it outlives the delivery (docs/notifications.md, rule 13). */
export const deliveryKey = pgTable(
  "delivery_key",
  {
    endpointId: endpointId("endpoint_id").notNull(),
    sha256: hashKey("sha256").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
  },
  (table) => [primaryKey({ name: "delivery_key_once", columns: [table.endpointId, table.sha256] })],
);

/**
 * One signed text is one event, however it is encoded: the delivery that read it first acts. The same text under other names
 * (another reading) is kept once, as `otherId`, and never acts.
 */
export const eventKey = pgTable(
  "event_key",
  {
    endpointId: endpointId("endpoint_id").notNull(),
    hash: signedKey("hash").notNull(),
    /** Hash of the decoded pairs of the first reading. */
    reading: hashKey("reading").notNull(),
    eventId: uuid("event_id").notNull(),
    otherId: uuid("other_id"),
  },
  (table) => [primaryKey({ name: "event_key_once", columns: [table.endpointId, table.hash] })],
);

/**
 * The first event with a reference: one of the same (SID, IPC_Trnref, IPCmethod) with other pairs is a conflict
 * (docs/notifications.md, rule 15). `hash` stands for the three, which may be as long as a body.
 */
export const referenceKey = pgTable(
  "reference_key",
  { endpointId: endpointId("endpoint_id").notNull(), hash: hashKey("hash").notNull(), eventId: uuid("event_id").notNull() },
  (table) => [primaryKey({ name: "reference_key_once", columns: [table.endpointId, table.hash] })],
);

/** Stands for an endpoint's order in an index: an order may be as long as a body, an index entry may not. */
export function hashOfOrder({ endpointId, orderId }: Record<"endpointId" | "orderId", SQLWrapper>): SQL {
  return sql`hashtextextended(${endpointId}::uuid::text || ${orderId}, 0)`;
}

/**
 * One received body, sealed, and what is derived from it (`npm run reparse` rebuilds that). Personal values stand
 * in the sealed body only. Partitioned by environment and by month of the id's time (`delivery-months.ts`), as are
 * `deliveryText`, `reconciliation` and `paymentNotice`; what hangs on a delivery goes with it by a trigger.
 */
export const delivery = pgTable(
  "delivery",
  {
    // In this order a row has no gaps: identifiers, then what takes eight bytes, four, one, and what differs in length.
    /** Of version 7: its time is that of arrival. */
    id: uuid("id").notNull(),
    endpointId: endpointId("endpoint_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** The delivery that acts for the same signed text: valid ones act when it is their own id. */
    eventId: uuid("event_id").notNull(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    receivedAt: instant("received_at").notNull(),
    lastSeenAt: instant("last_seen_at").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }),
    answerMs: doublePrecision("answer_ms").notNull(),
    bodyBytes: integer("body_bytes").notNull(),
    seen: integer("seen").notNull().default(1),
    answerStatus: integer("answer_status").notNull(),
    /** Stands for its signed text among the genuine ones that our rules refused: kept apart from forgeries. */
    genuineRefused: boolean("genuine_refused").notNull().default(false),
    /** Another event says something else about the same reference, or this is another reading of a signed text. */
    conflict: boolean("conflict").notNull().default(false),
    environment: text("environment").notNull(),
    sha256: bytea("sha256").notNull(),
    body: bytea("body").notNull(),
    headers: headerLines("headers").notNull(),
    peer: text("peer"),
    method: text("method"),
    orderId: text("order_id"),
    trnref: text("trnref"),
    currency: text("currency"),
    /** Everything a caller may read out of it when it acts (`identifiers.ts`); personal values as keyed hashes. */
    identifiers: text("identifiers"),
    verdict: text("verdict").$type<"valid" | "invalid" | "not_checkable">().notNull(),
    reasons: text("reasons").array().notNull(),
    keyId: text("key_id"),
    /** The field and the rule for which a genuine one was refused, in a sentence without values. */
    rejection: text("rejection"),
    /** Under which field order it was found valid; null: the usual one. A later order does not change that. */
    fieldOrder: jsonb("field_order").$type<readonly string[]>(),
    answerBody: text("answer_body").notNull(),
  },
  (table) => [
    primaryKey({ name: "delivery_once", columns: [table.id, table.environment] }),
    // Rising, as deliveries come, so that pages of an index stay full; read backwards for the newest, `desc nulls last`. Those of
    // one instant are few: they are put in order when they are read.
    index("delivery_merchant_time").on(table.merchantId, table.receivedAt.asc().nullsFirst()),
    // Of all merchants of an environment, which is a partition.
    index("delivery_environment_time").on(table.receivedAt.asc().nullsFirst()),
    // What is filtered for by verdict or method is rare among a million payments.
    index("delivery_rare")
      .on(table.merchantId, table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.method} is distinct from 'IPCPurchaseNotify'`),
    index("delivery_conflict").on(table.merchantId, table.receivedAt.desc(), table.seq.desc()).where(sql`${table.conflict}`),
    index("delivery_repeated").on(table.merchantId, table.receivedAt.desc(), table.seq.desc()).where(sql`${table.seen} > 1`),
    // The same of all merchants.
    index("delivery_environment_rare")
      .on(table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.method} is distinct from 'IPCPurchaseNotify'`),
    index("delivery_environment_conflict").on(table.receivedAt.desc(), table.seq.desc()).where(sql`${table.conflict}`),
    index("delivery_environment_repeated").on(table.receivedAt.desc(), table.seq.desc()).where(sql`${table.seen} > 1`),
    index("delivery_environment_genuine_refused")
      .on(table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.genuineRefused}`),
    index("delivery_identifiers").using("gin", identifierWords(table.identifiers)).with({ fastupdate: false }),
    // What decides an order's payments, apart from the rest: a flood of forgeries must not slow it down.
    index("delivery_order").on(hashOfOrder(table)).where(sql`${table.verdict} = 'valid' and ${table.eventId} = ${table.id}`),
    index("delivery_order_other")
      .on(hashOfOrder(table), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.eventId} <> ${table.id}`),
    index("delivery_endpoint_seen").on(table.endpointId, table.lastSeenAt.asc().nullsFirst()),
    // In the order in which they give way.
    index("delivery_unverified")
      .on(table.endpointId, table.seq)
      .where(sql`${table.verdict} <> 'valid' and not ${table.genuineRefused}`),
    index("delivery_genuine_refused")
      .on(table.merchantId, table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.genuineRefused}`),
  ],
);

/** One delivery for each signed text that is genuine and was refused by our rules, however often it comes. */
export const refusedKey = pgTable(
  "refused_key",
  {
    endpointId: endpointId("endpoint_id").notNull(),
    hash: signedKey("hash").notNull(),
    deliveryId: uuid("delivery_id").notNull(),
  },
  (table) => [
    primaryKey({ name: "refused_key_once", columns: [table.endpointId, table.hash] }),
    index("refused_key_delivery").on(table.deliveryId),
  ],
);

/** What an endpoint holds of unverified bodies, and how many came beyond the quarantine's bounds: counted, not kept. */
export const quarantine = pgTable("quarantine", {
  endpointId: text("endpoint_id").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
  dropped: bigint("dropped", { mode: "number" }).notNull().default(0),
});

/** The same for genuine deliveries that our rules refused, which have a bound of their own. */
export const refusedStore = pgTable("refused_store", {
  endpointId: text("endpoint_id").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
  dropped: bigint("dropped", { mode: "number" }).notNull().default(0),
});
