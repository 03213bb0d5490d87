import { pgTable, text } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** E-mail addresses of staff: wherever one belongs, its `id` stands, and only the vault tells whose it is. */
export const personName = pgTable("person_name", {
  /** Keyed hash of the address in lower case. */
  id: text("id").primaryKey(),
  sealed: bytea("sealed").notNull(),
});
