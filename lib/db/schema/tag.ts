import { index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** A tag of an environment, as it was first written. */
export const tag = pgTable(
  "tag",
  {
    environment: text("environment").notNull(),
    /** Keyed hash of the name in lower case. */
    mark: text("mark").notNull(),
    /** Sealed, since staff may type a name of a person after all. */
    name: bytea("name").notNull(),
  },
  (table) => [primaryKey({ name: "tag_key", columns: [table.environment, table.mark] })],
);

/** A tag on a record. Those of transactions are also words of the column `identifiers` of their rows. */
export const recordTag = pgTable(
  "record_tag",
  {
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** As of a note (`note.ts`). */
    subject: text("subject").$type<"reference" | "id" | "payment" | "notification">().notNull(),
    subjectKey: text("subject_key").notNull(),
    mark: text("mark").notNull(),
    /** Of a payment or a notification, as `subjectKey`. */
    recordId: uuid("record_id"),
    /** The time by which lists order the record; of a transaction that of its newest row. */
    at: timestamp("at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ name: "record_tag_key", columns: [table.merchantId, table.subjectKey, table.subject, table.mark] }),
    index("record_tag_environment_time").on(table.environment, table.mark, table.subject, table.at.desc()),
    index("record_tag_merchant_time").on(table.merchantId, table.mark, table.subject, table.at.desc()),
  ],
);
