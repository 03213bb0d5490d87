import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * Each combination of type, sign, currency and folding in an environment, over all merchants: the filters of lists and sums over
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
    /** As in its facets. */
    isFolded: boolean("is_folded").notNull().default(false),
    /** Bounds of the amounts of its rows, except those of pending changes. */
    amountMin: bigint("amount_min", { mode: "number" }),
    amountMax: bigint("amount_max", { mode: "number" }),
  },
  (table) => [
    unique("ledger_kind_once").on(table.environment, table.type, table.sign, table.currency, table.isFolded).nullsNotDistinct(),
  ],
);

const held = {
  kindId: integer("kind_id").notNull(),
  day: date("day").notNull(),
  rows: bigint("rows", { mode: "number" }).notNull(),
  creditMinor: numeric("credit_minor").notNull(),
  debitMinor: numeric("debit_minor").notNull(),
  amountMin: bigint("amount_min", { mode: "number" }),
  amountMax: bigint("amount_max", { mode: "number" }),
  firstAt: instant("first_at").notNull(),
  lastAt: instant("last_at").notNull(),
};

/** `ledger_day` summed over all merchants, except for pending changes. */
export const ledgerKindDay = pgTable("ledger_kind_day", held, (table) => [
  primaryKey({ name: "ledger_kind_day_key", columns: [table.kindId, table.day] }),
]);

/** Additions and (negative) removals of such a day: written with the day by database triggers, aggregated a moment later. */
export const ledgerKindChange = pgTable(
  "ledger_kind_change",
  { id: bigserial("id", { mode: "number" }).primaryKey(), ...held },
  (table) => [index("ledger_kind_change_day").on(table.kindId, table.day)],
);
