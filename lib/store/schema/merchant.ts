import { sql } from "drizzle-orm";
import { pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

export const merchant = pgTable(
  "merchant",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    environment: text("environment").notNull(),
    slug: text("slug").notNull(),
    name: text("name").notNull(),
    sid: text("sid"),
    clientId: bytea("client_id").notNull(),
    clientSecret: bytea("client_secret").notNull(),
    credentialFingerprint: text("credential_fingerprint").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    updatedBy: text("updated_by").notNull(),
  },
  (table) => [unique("merchant_environment_slug").on(table.environment, table.slug)],
);
