import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { FailedAttempt } from "#lib/core/lockout-guard.ts";
import type { Message } from "#lib/core/text.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** The failed attempts of an integration: every attempt of its pairs that may have failed and precedes no success. */
export const identityIntegration = pgTable("identity_integration", {
  /** Keyed hash of environment and client id. */
  id: text("id").primaryKey(),
  environment: text("environment").notNull(),
  /** Orders the integration's events; changed under this row's lock. */
  seq: bigint("seq", { mode: "number" }).notNull(),
  failedAttempts: jsonb("failed_attempts").$type<FailedAttempt[]>().notNull().default([]),
  failedAttemptCount: integer("failed_attempt_count").notNull().generatedAlwaysAs(sql`jsonb_array_length("failed_attempts")`),
  /** Until then an interactive request is waiting, and background requests let it go first. */
  peopleWaitUntil: instant("people_wait_until"),
});

/** One client id and secret of an environment, under any number of slugs: its guard state and its sealed token or session. */
export const identityPair = pgTable(
  "identity_pair",
  {
    /** Keyed hash of environment and client id. */
    id: text("id").primaryKey(),
    environment: text("environment").notNull(),
    kind: text("kind").$type<"token" | "session">().notNull(),
    failedAttempts: jsonb("failed_attempts").$type<FailedAttempt[]>().notNull().default([]),
    failedAttemptCount: integer("failed_attempt_count").notNull().generatedAlwaysAs(sql`jsonb_array_length("failed_attempts")`),
    state: text("state").$type<"closed" | "open">().notNull().default("closed"),
    /** Keyed hash of the secret that worked last. */
    provenMark: text("proven_mark"),
    inflightUntil: instant("inflight_until"),
    attempt: text("attempt"),
    /** The token or session, sealed by the vault. */
    held: bytea("held"),
    cachedAttempt: text("cached_attempt"),
    cachedSeq: bigint("cached_seq", { mode: "number" }),
    cachedUntil: instant("cached_until"),
    cachedLifeMs: integer("cached_life_ms"),
    /** Keyed hash of the gateway and integration it belongs to. */
    cachedBound: text("cached_bound"),
    cachedScope: text("cached_scope"),
    cachedAt: instant("cached_at"),
    forcedAt: instant("forced_at"),
    lastSuccessAt: instant("last_success_at"),
    lastErrorAt: instant("last_error_at"),
    /** In our own words. */
    lastError: jsonb("last_error").$type<Message>(),
  },
  (table) => [
    index("identity_pair_environment").on(table.environment),
    index("identity_pair_stopped").on(table.environment).where(sql`${table.state} = 'open' or ${table.failedAttemptCount} >= 2`),
  ],
);
