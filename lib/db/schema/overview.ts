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
 * A genuine payment notification as the overview counts it: its payment method, and its delay after the ledger's time.
 * Written after its delivery's commit; the database sets `delay_seconds` when the transaction is matched.
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
    /** Our terms: `card`, `apple_pay` …, `other` for an unknown code, `unknown` when there was none. */
    paidWith: text("paid_with").notNull(),
    /** Our terms: `visa` …; `none` when it is no card payment or does not name a brand. */
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
  /** received | paid | delay | payment: what is counted; `kind` and `detail` specify it. */
  fact: text("fact").notNull(),
  kind: text("kind").notNull(),
  detail: text("detail").notNull().default(""),
  currency: text("currency").notNull().default(""),
};
const counted = { environment: text("environment").notNull(), merchantId: uuid("merchant_id").notNull(), ...facts };

/**
 * Additions (or, negative, removals) of one transaction, written in it by database triggers, so that everything stored,
 * corrected or removed is counted exactly once. Aggregated into `overview_day` a moment later.
 */
export const overviewChange = pgTable("overview_change", {
  id: bigserial("id", { mode: "number" }).primaryKey(),
  ...counted,
  /** The start of its quarter of an hour: the days of any zone consist of whole quarters. */
  quarter: instant("quarter").notNull(),
  rows: integer("rows").notNull(),
  amountMinor: numeric("amount_minor").notNull().default("0"),
});

/** The counts of a merchant's day, in the environment's zone. */
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

/** The same for all merchants of an environment, written together with it. */
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
