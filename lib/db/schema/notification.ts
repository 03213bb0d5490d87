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
import type { Message } from "#lib/core/text.ts";
import type { AcceptedOrder } from "#lib/notifications/verification/accepted-order.ts";
import { identifierWords } from "../search/identifiers.ts";
import { endpointId, hashKey, headerLines, signedKey } from "./delivery-columns.ts";
import { bytea } from "./environment.ts";
import { xid8 } from "./live-event.ts";
import { unconfirmedIndexes } from "./unconfirmed.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** An address that receives the gateway's notifications for one store (SID) of a merchant. */
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
    /** The accepted field order, its methods and earlier ones; null: the usual five names. */
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
    /** When we stop accepting it, whatever its own dates are; null: never. */
    endsAt: instant("ends_at"),
    addedAt: instant("added_at").notNull().defaultNow(),
    addedBy: text("added_by").notNull(),
  },
  (table) => [unique("notify_certificate_once").on(table.endpointId, table.fingerprint)],
);

/**
 * When an endpoint, its keys, its merchant's slug or its forwarding last changed, or it was removed: written by
 * triggers. `xid` is the transaction's id, so that readers do not miss late commits.
 */
export const notifyEndpointChange = pgTable(
  "notify_endpoint_change",
  { endpointId: text("endpoint_id").primaryKey(), xid: xid8("xid").notNull() },
  (table) => [index("notify_endpoint_change_xid").on(table.xid)],
);

/**
 * One delivery for each (endpoint, body), unless `eventKey` has the body; small, so that it outlives the delivery
 * (docs/notifications.md, rule 13).
 */
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
 * One signed text is one event, in any encoding: the delivery that read it first acts. The same text under other names
 * (another reading) is stored once, as `otherId`, and never acts.
 */
export const eventKey = pgTable(
  "event_key",
  {
    endpointId: endpointId("endpoint_id").notNull(),
    hash: signedKey("hash").notNull(),
    /** Hash of the decoded pairs of the first reading. */
    reading: hashKey("reading").notNull(),
    /** The body that arrived first, so that an ordinary payment needs no `deliveryKey`; null when it has one. */
    body: hashKey("body"),
    eventId: uuid("event_id").notNull(),
    otherId: uuid("other_id"),
  },
  (table) => [primaryKey({ name: "event_key_once", columns: [table.endpointId, table.hash] })],
);

/**
 * The first event with a reference: another one with the same (SID, IPC_Trnref, IPCmethod) but other pairs is a
 * conflict (docs/notifications.md, rule 15). `hash` covers the three, which may be as long as a body.
 */
export const referenceKey = pgTable(
  "reference_key",
  { endpointId: endpointId("endpoint_id").notNull(), hash: hashKey("hash").notNull(), eventId: uuid("event_id").notNull() },
  (table) => [primaryKey({ name: "reference_key_once", columns: [table.endpointId, table.hash] })],
);

/** An endpoint's order as an index stores it: an order may be as long as a body, an index entry may not. */
export function hashOfOrder({ endpointId, orderId }: Record<"endpointId" | "orderId", SQLWrapper>): SQL {
  return sql`hashtextextended(${endpointId}::uuid::text || ${orderId}, 0)`;
}

/**
 * One received body, sealed, and what is derived from it (`npm run reparse` rebuilds that). Personal values are only in
 * the sealed body. Partitioned by environment and by month of the id's time (`delivery-months.ts`), like
 * `deliveryText`, `reconciliation` and `paymentNotice`; a trigger removes dependent rows with a delivery.
 */
export const delivery = pgTable(
  "delivery",
  {
    // This column order avoids padding: identifiers, then columns of eight, four and one byte, then those of variable length.
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
    /** Represents its signed text among the genuine deliveries that our rules refused: separate from forgeries. */
    genuineRefused: boolean("genuine_refused").notNull().default(false),
    /** Another event differs about the same reference, or this is another reading of a signed text. */
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
    /** All identifiers for search, if it acts (`identifiers.ts`); personal values as keyed hashes. */
    identifiers: text("identifiers"),
    verdict: text("verdict").$type<"valid" | "invalid" | "not_checkable">().notNull(),
    reasons: text("reasons").array().notNull(),
    keyId: text("key_id"),
    /** The field and the rule for which a genuine delivery was refused, in a sentence without values. */
    rejection: jsonb("rejection").$type<Message>(),
    /** The field order under which it was valid; null: the usual one. A later field order does not change it. */
    fieldOrder: jsonb("field_order").$type<readonly string[]>(),
    answerBody: text("answer_body").notNull(),
  },
  (table) => [
    primaryKey({ name: "delivery_once", columns: [table.id, table.environment] }),
    // Ascending, in order of arrival, so that index pages stay full; read backwards for the newest, `desc nulls last`. Few
    // rows share an instant: they are sorted when read.
    index("delivery_merchant_time").on(table.merchantId, table.receivedAt.asc().nullsFirst()),
    // For all merchants of an environment, which is a partition.
    index("delivery_environment_time").on(table.receivedAt.asc().nullsFirst()),
    // Rare verdicts and methods among a million payments, for filters.
    index("delivery_rare")
      .on(table.merchantId, table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.method} is distinct from 'IPCPurchaseNotify'`),
    index("delivery_conflict").on(table.merchantId, table.receivedAt.desc(), table.seq.desc()).where(sql`${table.conflict}`),
    index("delivery_repeated").on(table.merchantId, table.receivedAt.desc(), table.seq.desc()).where(sql`${table.seen} > 1`),
    // The same for all merchants.
    index("delivery_environment_rare")
      .on(table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.method} is distinct from 'IPCPurchaseNotify'`),
    index("delivery_environment_conflict").on(table.receivedAt.desc(), table.seq.desc()).where(sql`${table.conflict}`),
    index("delivery_environment_repeated").on(table.receivedAt.desc(), table.seq.desc()).where(sql`${table.seen} > 1`),
    index("delivery_environment_genuine_refused")
      .on(table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.genuineRefused}`),
    index("delivery_identifiers").using("gin", identifierWords(table.identifiers)).with({ fastupdate: false }),
    // What decides an order's payments, separate from the rest: a flood of forgeries must not slow it down.
    index("delivery_order").on(hashOfOrder(table)).where(sql`${table.verdict} = 'valid' and ${table.eventId} = ${table.id}`),
    index("delivery_order_other")
      .on(hashOfOrder(table), table.seq.desc())
      .where(sql`${table.verdict} <> 'valid' or ${table.eventId} <> ${table.id}`),
    index("delivery_endpoint_seen").on(table.endpointId, table.lastSeenAt.asc().nullsFirst()),
    // In the order of eviction.
    index("delivery_unverified")
      .on(table.endpointId, table.seq)
      .where(sql`${table.verdict} <> 'valid' and not ${table.genuineRefused}`),
    index("delivery_genuine_refused")
      .on(table.merchantId, table.receivedAt.desc(), table.seq.desc())
      .where(sql`${table.genuineRefused}`),
    ...unconfirmedIndexes(table),
  ],
);

/** One delivery for each genuine signed text that our rules refused, however often it arrives. */
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

/** The used quota of an endpoint's unverified bodies, and how many were dropped beyond it. */
export const quarantine = pgTable("quarantine", {
  endpointId: text("endpoint_id").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
  dropped: bigint("dropped", { mode: "number" }).notNull().default(0),
});

/** The same for genuine deliveries that our rules refused, which have a quota of their own. */
export const refusedStore = pgTable("refused_store", {
  endpointId: text("endpoint_id").primaryKey(),
  bytes: bigint("bytes", { mode: "number" }).notNull().default(0),
  dropped: bigint("dropped", { mode: "number" }).notNull().default(0),
});
