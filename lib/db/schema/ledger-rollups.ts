import { bigint, date, integer, numeric, pgTable, primaryKey, serial, text, unique } from "drizzle-orm/pg-core";

/**
 * Each combination of type, sign and currency in an environment, over all merchants: the filters of lists and sums over
 * all merchants. Created with the first facet that has it.
 */
export const ledgerKind = pgTable(
  "ledger_kind",
  {
    id: serial("id").primaryKey(),
    environment: text("environment").notNull(),
    type: text("type"),
    sign: text("sign").notNull(),
    currency: text("currency").notNull(),
  },
  (table) => [unique("ledger_kind_once").on(table.environment, table.type, table.sign, table.currency).nullsNotDistinct()],
);

/** `ledger_day` summed over all merchants, changed together with it. */
export const ledgerKindDay = pgTable(
  "ledger_kind_day",
  {
    kindId: integer("kind_id").notNull(),
    day: date("day").notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    creditMinor: numeric("credit_minor").notNull(),
    debitMinor: numeric("debit_minor").notNull(),
  },
  (table) => [primaryKey({ name: "ledger_kind_day_key", columns: [table.kindId, table.day] })],
);
