import { sql } from "drizzle-orm";
import { index, pgTable, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { plainText } from "./plain-text.ts";

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
    value: plainText("value").notNull(),
    occurredAt: timestamp("occurred_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("identifier_find").on(table.merchantId, table.value, table.occurredAt.desc().nullsFirst()),
    // Rows of one transaction share its time, which serves correcting one and forgetting old ones.
    index("identifier_age").on(table.occurredAt),
    uniqueIndex("identifier_target")
      .on(table.merchantId, table.kind, table.targetId, table.field, table.value)
      .where(sql`${table.kind} <> 'transaction'`),
  ],
);
