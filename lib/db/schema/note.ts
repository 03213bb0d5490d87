import { index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Notes of staff about a transaction, a payment or a notification. */
export const note = pgTable(
  "note",
  {
    id: uuid("id").primaryKey(),
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    /** Of a transaction the payment reference, or the gateway's row id when a row has none; else our own id. */
    subject: text("subject").$type<"reference" | "id" | "payment" | "notification">().notNull(),
    subjectKey: text("subject_key").notNull(),
    /** Sealed; card numbers were masked before. */
    text: bytea("text").notNull(),
    authorId: uuid("author_id").notNull(),
    /** The stored name of the address (`person-names.ts`): the note outlives the account. */
    authorEmail: text("author_email").notNull(),
    createdAt: instant("created_at").notNull(),
    editedAt: instant("edited_at"),
  },
  (table) => [index("note_subject").on(table.merchantId, table.subjectKey, table.createdAt)],
);
