import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Everything a caller may read out, in the form it is compared in; the one table that `find` asks. */
export const identifier = pgTable(
  "identifier",
  {
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** transaction | payment | notification */
    kind: text("kind").notNull(),
    targetId: text("target_id").notNull(),
    /** Which identifier: reference, referenceNumber, trnref, orderId, stan, terminal, pan, email, phone, amount, paymentId … */
    field: text("field").notNull(),
    /** Normalised text; a keyed hash for personal ones (they are found only whole). */
    value: text("value").notNull(),
    occurredAt: timestamp("occurred_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "identifier_key", columns: [table.merchantId, table.kind, table.targetId, table.field, table.value] }),
    index("identifier_value").on(table.environment, table.value.op("text_pattern_ops"), table.occurredAt.desc()),
  ],
);
