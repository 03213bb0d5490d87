import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** E-mail addresses of staff: other tables contain only the `id`, and only the vault can reveal the address. */
export const personName = pgTable("person_name", {
  /** Keyed hash of the address in lower case. */
  id: text("id").primaryKey(),
  sealed: bytea("sealed").notNull(),
});
