import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * A genuine payment notification as the overview counts it: with what was paid, and how long after the ledger's own
 * time it arrived. Written after its delivery's commit; `delay_seconds` by the database, when its ledger row is found.
 */
export const paymentNotice = pgTable(
  "payment_notice",
  {
    deliveryId: uuid("delivery_id").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    receivedAt: instant("received_at").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }),
    delaySeconds: integer("delay_seconds"),
    environment: text("environment").notNull(),
    /** Our words: `card`, `apple_pay` …, `other` for a code we do not know, `unknown` where none was given. */
    paidWith: text("paid_with").notNull(),
    /** Our words: `visa` …; `none` where it is no card payment or says nothing of it. */
    cardBrand: text("card_brand").notNull(),
    currency: text("currency").notNull(),
  },
  (table) => [
    primaryKey({ name: "payment_notice_once", columns: [table.deliveryId, table.environment] }),
    index("payment_notice_paid").on(table.merchantId, table.paidWith, table.cardBrand),
    index("payment_notice_delay").on(table.merchantId, table.delaySeconds),
  ],
);

const facts = {
  /** received | paid | delay | payment: what is counted; `kind` and `detail` say which of them. */
  fact: text("fact").notNull(),
  kind: text("kind").notNull(),
  detail: text("detail").notNull().default(""),
  currency: text("currency").notNull().default(""),
};
const counted = { environment: text("environment").notNull(), merchantId: uuid("merchant_id").notNull(), ...facts };

/**
 * What came (or, negative, went) in one transaction, written within it by the database's own triggers, so that nothing
 * that is stored, corrected or removed is counted twice or not at all. Folded into `overview_day` a moment later.
 */
export const overviewChange = pgTable("overview_change", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  ...counted,
  /** The beginning of its quarter of an hour: any zone's days are made of whole ones. */
  quarter: instant("quarter").notNull(),
  rows: integer("rows").notNull(),
  amountMinor: numeric("amount_minor").notNull().default("0"),
});

/** What a merchant's day, in the environment's zone, came to. */
export const overviewDay = pgTable(
  "overview_day",
  {
    ...counted,
    day: date("day").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    amountMinor: numeric("amount_minor").notNull(),
  },
  (table) => [
    primaryKey({
      name: "overview_day_key",
      columns: [table.merchantId, table.fact, table.day, table.kind, table.detail, table.currency],
    }),
    index("overview_day_empty").on(table.merchantId).where(sql`${table.rows} = 0`),
  ],
);

/** The same of all merchants of an environment together: written with it. */
export const overviewEnvironmentDay = pgTable(
  "overview_environment_day",
  {
    environment: text("environment").notNull(),
    ...facts,
    day: date("day").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    amountMinor: numeric("amount_minor").notNull(),
  },
  (table) => [
    primaryKey({
      name: "overview_environment_day_key",
      columns: [table.environment, table.fact, table.day, table.kind, table.detail, table.currency],
    }),
  ],
);
