import { bigint, date, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";

const sums = {
  rows: bigint("rows", { mode: "number" }).notNull(),
  creditMinor: numeric("credit_minor").notNull(),
  debitMinor: numeric("debit_minor").notNull(),
};

/** `ledger_day` by whole months. Kept exact by the database's own triggers, in the transaction that changes a day. */
export const ledgerMonth = pgTable(
  "ledger_month",
  { facetId: integer("facet_id").notNull(), /** Its first day. */ month: date("month").notNull(), ...sums },
  (table) => [primaryKey({ name: "ledger_month_key", columns: [table.facetId, table.month] })],
);

/** `ledger_day` by merchant and currency alone, kept likewise: what a chart of many days is drawn from. */
export const ledgerCurrencyDay = pgTable(
  "ledger_currency_day",
  {
    merchantId: uuid("merchant_id").notNull(),
    currency: text("currency").notNull(),
    day: date("day").notNull(),
    ...sums,
  },
  (table) => [primaryKey({ name: "ledger_currency_day_key", columns: [table.merchantId, table.currency, table.day] })],
);
