import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** One row of a merchant's ledger as the gateway listed it. `record` is the whole row as received. */
export const transaction = pgTable(
  "transaction",
  {
    merchantId: uuid("merchant_id").notNull(),
    environment: text("environment").notNull(),
    /** The gateway's own row id; a sale and its fee share `reference` but not this. */
    id: text("id").notNull(),
    reference: text("reference"),
    occurredAt: timestamp("occurred_at", { withTimezone: true }).notNull(),
    occurredAtText: text("occurred_at_text").notNull(),
    type: text("type"),
    sign: text("sign").notNull(),
    /** Negative for debit; null when the amount does not fit its currency (then only `amountText` holds it). */
    amountMinor: bigint("amount_minor", { mode: "number" }),
    amountText: text("amount_text").notNull(),
    currency: text("currency").notNull(),
    accountNumber: text("account_number"),
    terminalId: text("terminal_id"),
    referenceNumber: text("reference_number"),
    pan: text("pan"),
    description: text("description"),
    record: jsonb("record").notNull(),
    /** When this content was read; reading the same again leaves it. */
    readAt: timestamp("read_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "transaction_key", columns: [table.merchantId, table.id] }),
    index("transaction_merchant_time").on(table.merchantId, table.occurredAt.desc(), table.id.desc()),
    index("transaction_environment_time").on(
      table.environment,
      table.occurredAt.desc(),
      table.id.desc(),
      table.merchantId.desc(),
    ),
    index("transaction_reference").on(table.merchantId, table.reference),
    index("transaction_amount").on(table.merchantId, table.amountMinor),
  ],
);

/** Which days of a merchant's ledger, all accounts together, have been read completely, and when that reading began. */
export const ledgerRead = pgTable(
  "ledger_read",
  {
    merchantId: uuid("merchant_id").notNull(),
    fromDay: text("from_day").notNull(),
    toDay: text("to_day").notNull(),
    readAt: timestamp("read_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ name: "ledger_read_key", columns: [table.merchantId, table.fromDay, table.toDay] })],
);

/** Who reads a merchant's ledger now, so that two processes never both do; one that died gives way when `until` passes. */
export const ledgerLease = pgTable("ledger_lease", {
  merchantId: uuid("merchant_id").primaryKey(),
  holder: uuid("holder").notNull(),
  until: timestamp("until", { withTimezone: true }).notNull(),
});
