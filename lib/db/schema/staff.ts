import { sql } from "drizzle-orm";
import { bigint, boolean, doublePrecision, index, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

export const staff = pgTable("staff", {
  id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
  email: text("email").notNull().unique(),
  passwordHash: text("password_hash").notNull(),
  role: text("role").notNull(),
  /** Permissions beyond the role, such as `refund` (docs/security.md, rule 8). */
  permissions: text("permissions").array().notNull().default([]),
  /** Merchants that this staff member may see, as `environment/slug`; null means all. */
  merchants: text("merchants").array(),
  /** Seeded with the sandbox; such accounts are never active in production (docs/security.md, rule 11). */
  seeded: boolean("seeded").notNull().default(false),
  disabledAt: timestamp("disabled_at", { withTimezone: true }),
  /** Keyed hash of the provider account that first signed in as this staff member; no other account may. */
  providerSubject: text("provider_subject"),
  /** Sealed secret of the authenticator app; null without a second factor. */
  totp: bytea("totp"),
  /** The same until the first code is confirmed. */
  totpPending: bytea("totp_pending"),
  /** The last time step whose code was accepted: no code works twice. */
  totpStep: bigint("totp_step", { mode: "number" }),
  /** A code of lib/core/languages.ts; null if none was chosen. */
  language: text("language"),
  /** The checklist for newcomers on the overview. */
  hidesGetStarted: boolean("hides_get_started").notNull().default(false),
  createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
});

export const staffSession = pgTable(
  "staff_session",
  {
    /** sha256 of the id in the cookie, so that a leaked table does not allow a sign-in. */
    idHash: text("id_hash").primaryKey(),
    staffId: uuid("staff_id")
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    lastSeenAt: timestamp("last_seen_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
    userAgent: text("user_agent").notNull().default(""),
    peer: text("peer"),
    /** When the staff member last authenticated: at sign-in, or by re-authentication. */
    authenticatedAt: timestamp("authenticated_at", { withTimezone: true }).notNull().defaultNow(),
    hasSecondFactor: boolean("has_second_factor").notNull().default(false),
    /** The screen is shared: personal data is hidden, whatever the role. */
    isPresenting: boolean("is_presenting").notNull().default(false),
    /** The lower role that an administrator tries in the sandbox; null: their own. */
    viewAs: text("view_as").$type<"viewer" | "support">(),
  },
  (table) => [index("staff_session_staff").on(table.staffId)],
);

/** The first factor was right and the second one is pending. Valid for five minutes and a few attempts. */
export const signInStep = pgTable("sign_in_step", {
  /** sha256 of the id in the step's own cookie. */
  idHash: text("id_hash").primaryKey(),
  staffId: uuid("staff_id")
    .notNull()
    .references(() => staff.id, { onDelete: "cascade" }),
  triesLeft: bigint("tries_left", { mode: "number" }).notNull(),
  /** When the first factor was given: at a provider perhaps long ago. */
  authenticatedAt: timestamp("authenticated_at", { withTimezone: true }).notNull().defaultNow(),
  expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
});

/** One-time recovery codes for a lost authenticator; keyed hashes. */
export const recoveryCode = pgTable(
  "recovery_code",
  {
    staffId: uuid("staff_id")
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    hash: text("hash").notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.hash] })],
);

/** A link to create a staff account or set a new password. Valid once, until it expires or is withdrawn. */
export const invitation = pgTable(
  "invitation",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    /** sha256 of the token in the link. */
    tokenHash: text("token_hash").notNull().unique(),
    kind: text("kind").$type<"first_admin" | "invitation" | "password" | "sandbox">().notNull(),
    /** Null for the first administrator, who enters it when using the link. */
    email: text("email"),
    role: text("role").notNull(),
    permissions: text("permissions").array().notNull().default([]),
    merchants: text("merchants").array(),
    createdBy: text("created_by").notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    usedAt: timestamp("used_at", { withTimezone: true }),
    withdrawnAt: timestamp("withdrawn_at", { withTimezone: true }),
  },
  (table) => [index("invitation_created").on(table.createdAt)],
);

/** The remaining quota of a rate limit for sign-ins or self-tests; the key is a hash of the purpose and the user. */
export const signInTry = pgTable(
  "sign_in_try",
  {
    key: text("key").primaryKey(),
    left: doublePrecision("left").notNull(),
    at: timestamp("at", { withTimezone: true }).notNull().default(sql`clock_timestamp()`),
  },
  (table) => [index("sign_in_try_at").on(table.at)],
);
