import { customType, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

export const bytea = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A connected gateway. Secrets are sealed; `clientIdHash` identifies the pair to the lockout guard. */
export const environment = pgTable("environment", {
  id: text("id").primaryKey(),
  baseUrl: text("base_url").notNull(),
  partnerId: text("partner_id").notNull(),
  applicationId: text("application_id").notNull(),
  clientId: bytea("client_id").notNull(),
  clientSecret: bytea("client_secret").notNull(),
  credentialFingerprint: text("credential_fingerprint").notNull(),
  credentialSetAt: timestamp("credential_set_at", { withTimezone: true }).notNull().defaultNow(),
  credentialSetBy: text("credential_set_by").notNull(),
  options: jsonb("options").notNull().default({}),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  updatedBy: text("updated_by").notNull(),
});
