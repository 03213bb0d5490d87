import { sql } from "drizzle-orm";
import { boolean, doublePrecision, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

export const staff = pgTable("staff", {
  id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  role: text("role").notNull(),
  /** Rights beyond the role, such as `refund` (security.md). */
  permissions: text("permissions").array().notNull().default([]),
  /** Slugs this person may see as `environment/slug`; null means every merchant. */
  merchants: text("merchants").array(),
  /** Seeded with the sandbox; such staff never reach production (contract.md). */
  seeded: boolean("seeded").notNull().default(false),
  disabledAt: timestamp("disabled_at", { withTimezone: true }),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const staffSession = pgTable(
  "staff_session",
  {
    /** sha256 of the id in the cookie, so that a leaked table signs nobody in. */
    idHash: text("id_hash").primaryKey(),
    staffId: uuid("staff_id")
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
    userAgent: text("user_agent").notNull().default(""),
  },
  (table) => [index("staff_session_staff").on(table.staffId)],
);

/** What is left of an allowance of sign-in tries; the key is a hash of who uses it. */
export const signInTry = pgTable(
  "sign_in_try",
  {
    key: text("key").primaryKey(),
    left: doublePrecision("left").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("sign_in_try_at").on(table.at)],
);
