import { sql } from "drizzle-orm";
import { bigserial, index, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Message } from "#lib/core/text.ts";
import type { ForwardMode } from "#lib/notifications/forwarding/ports.ts";
import { bytea } from "./environment.ts";
import { notifyEndpoint } from "./notification.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Where an endpoint's notifications are forwarded to; without a row they are not forwarded. */
export const forwardTarget = pgTable("forward_target", {
  endpointId: text("endpoint_id")
    .primaryKey()
    .references(() => notifyEndpoint.id, { onDelete: "cascade" }),
  mode: text("mode").$type<ForwardMode>().notNull(),
  /** The shop's address, which may contain a key of the shop. */
  sealedUrl: bytea("sealed_url").notNull(),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: text("updated_by").notNull(),
});

/** One attempt; the newest is last in `forward.tries`. */
export type StoredTry = { at: string; status: number | null; ms: number; problem: Message | null; answer: string | null };

/** How many attempts are stored per delivery: the first and the last ones, and the first that the shop accepted. */
export const triesKept = 20;

/**
 * One delivery to be forwarded to the shop. `seq` is the order of arrival: of one order the earlier is sent first.
 * `round` counts restarts, so that an attempt of an earlier round cannot change the state.
 */
export const forward = pgTable(
  "forward",
  {
    deliveryId: uuid("delivery_id").primaryKey(),
    seq: bigserial("seq", { mode: "number" }).notNull(),
    endpointId: text("endpoint_id")
      .notNull()
      .references(() => notifyEndpoint.id, { onDelete: "cascade" }),
    /** SHA-256 of the OrderID, which may be as long as a body. */
    orderHash: bytea("order_hash").notNull(),
    mode: text("mode").$type<ForwardMode>().notNull(),
    /** held: played in after a restore, and waits for a person. */
    state: text("state").$type<"pending" | "delivered" | "refused" | "dead" | "held">().notNull().default("pending"),
    round: integer("round").notNull().default(1),
    attempts: integer("attempts").notNull().default(0),
    /** When the next attempt is due; during an attempt, when another process may take over. */
    dueAt: instant("due_at").notNull(),
    /** The three days of retries start here. */
    queuedAt: instant("queued_at").notNull(),
    triedAt: instant("tried_at"),
    settledAt: instant("settled_at"),
    tries: jsonb("tries").$type<StoredTry[]>().notNull().default([]),
  },
  (table) => [
    index("forward_due").on(table.endpointId, table.dueAt).where(sql`${table.state} = 'pending'`),
    index("forward_order").on(table.endpointId, table.orderHash, table.seq),
    index("forward_latest").on(table.endpointId, table.seq.desc()),
    index("forward_list").on(table.endpointId, table.state, table.seq.desc()),
    index("forward_tried").on(table.endpointId, table.triedAt.desc()),
  ],
);
