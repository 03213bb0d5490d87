import { sql } from "drizzle-orm";
import { bigint, customType, index, integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { Charge } from "../../core/lock-guard.ts";

const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
const instant = (name: string) => timestamp(name, { withTimezone: true });

/** One integration's shared charge: every attempt over it that may have failed and lies before no success. */
export const identityIntegration = pgTable("identity_integration", {
  /** Keyed hash of environment and client id. */
  id: text("id").primaryKey(),
  environment: text("environment").notNull(),
  /** Orders this integration's events; taken under this row's lock. */
  seq: bigint("seq", { mode: "number" }).notNull(),
  charges: jsonb("charges").$type<Charge[]>().notNull().default([]),
  charged: integer("charged").notNull().generatedAlwaysAs(sql`jsonb_array_length("charges")`),
  /** Until then somebody waits for a turn, and the background lets them go first. */
  peopleWaitUntil: instant("people_wait_until"),
});

/** One client id and secret of an environment, under however many slugs: its guard and its sealed token or session. */
export const identityPair = pgTable(
  "identity_pair",
  {
    /** Keyed hash of environment and client id. */
    id: text("id").primaryKey(),
    environment: text("environment").notNull(),
    kind: text("kind").$type<"token" | "session">().notNull(),
    charges: jsonb("charges").$type<Charge[]>().notNull().default([]),
    charged: integer("charged").notNull().generatedAlwaysAs(sql`jsonb_array_length("charges")`),
    state: text("state").$type<"closed" | "open">().notNull().default("closed"),
    /** Keyed hash of the secret that last worked. */
    provenMark: text("proven_mark"),
    inflightUntil: instant("inflight_until"),
    attempt: text("attempt"),
    /** The token or session, sealed by the vault. */
    held: bytea("held"),
    heldAttempt: text("held_attempt"),
    heldSeq: bigint("held_seq", { mode: "number" }),
    heldUntil: instant("held_until"),
    heldLifeMs: integer("held_life_ms"),
    /** Keyed hash of the gateway and integration it belongs to. */
    heldBound: text("held_bound"),
    heldScope: text("held_scope"),
    heldAt: instant("held_at"),
    forcedAt: instant("forced_at"),
    lastSuccessAt: instant("last_success_at"),
    lastErrorAt: instant("last_error_at"),
    /** In our own words. */
    lastError: text("last_error"),
  },
  (table) => [
    index("identity_pair_environment").on(table.environment),
    index("identity_pair_stopped").on(table.environment).where(sql`${table.state} = 'open' or ${table.charged} >= 2`),
  ],
);
