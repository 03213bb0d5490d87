import { bigint, bigserial, index, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** Append-only: who did what, when and from where. Each row contains a hash of itself and the previous row. */
export const audit = pgTable(
  "audit",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    staffId: uuid("staff_id"),
    /** The stored name of the staff member (`person-names.ts`), or that of the program part that acted. */
    actor: text("actor").notNull(),
    act: text("act").notNull(),
    environment: text("environment"),
    merchant: text("merchant"),
    target: text("target"),
    /** Null when there is nothing to add to the action. */
    sealedDetail: bytea("sealed_detail"),
    peer: text("peer"),
    hash: text("hash").notNull(),
  },
  (table) => [
    index("audit_at").on(table.at),
    index("audit_actor").on(table.actor, table.at),
    index("audit_target").on(table.target, table.id),
  ],
);

/**
 * A signed statement about the chain (docs/security.md, rule 24): up to this row it was intact, and ended in this hash.
 * A `checkpoint` covers existing rows; a `removal` covers rows that retention removed, and verification starts after
 * it.
 */
export const auditAnchor = pgTable(
  "audit_anchor",
  {
    id: bigserial("id", { mode: "number" }).primaryKey(),
    kind: text("kind").$type<"checkpoint" | "removal">().notNull(),
    at: timestamp("at", { withTimezone: true }).notNull(),
    firstId: bigint("first_id", { mode: "number" }).notNull(),
    lastId: bigint("last_id", { mode: "number" }).notNull(),
    rows: bigint("rows", { mode: "number" }).notNull(),
    lastHash: text("last_hash").notNull(),
    signature: text("signature").notNull(),
  },
  (table) => [index("audit_anchor_last").on(table.lastId)],
);
