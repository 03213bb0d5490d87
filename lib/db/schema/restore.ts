import { bigint, index, jsonb, pgTable, primaryKey, text, timestamp, uuid } from "drizzle-orm/pg-core";
import type { Message } from "#lib/core/text.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** What a restore from a backup shut in an environment: nothing that moves money is sent before `opened_at`. */
export const restoreFence = pgTable("restore_fence", {
  environment: text("environment").primaryKey(),
  /** Identifies the restore. */
  restoredAt: instant("restored_at").notNull(),
  backupAt: instant("backup_at").notNull(),
  /** Whether the failed sign-ins since the backup are known from the journal, or assumed to be two. */
  guards: text("guards").$type<"journal" | "worst">().notNull(),
  openedAt: instant("opened_at"),
  /** The stored name of an administrator. */
  openedBy: text("opened_by"),
});

/** Whether the payments that a merchant's gateway has had since the backup were read in. */
export const restoreMerchant = pgTable(
  "restore_merchant",
  {
    environment: text("environment").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    readAt: instant("read_at"),
    triedAt: instant("tried_at"),
    /** Why the last attempt failed. */
    problem: jsonb("problem").$type<Message>(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.merchantId] }),
    index("restore_merchant_tried").on(table.environment, table.readAt, table.triedAt),
  ],
);

/** A refund since the backup whose payment cannot be told: it counts against each payment that it may belong to. */
export const restoreRefund = pgTable(
  "restore_refund",
  {
    environment: text("environment").notNull(),
    terminalId: text("terminal_id").notNull(),
    referenceNumber: text("reference_number").notNull(),
    merchantId: uuid("merchant_id").notNull(),
    currency: text("currency").notNull(),
    amountMinor: bigint("amount_minor", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.environment, table.terminalId, table.referenceNumber] }),
    index("restore_refund_merchant").on(table.merchantId),
  ],
);

/** Deliveries of the journal that were played in, so that playing it in again counts none twice. */
export const restoreDelivery = pgTable("restore_delivery", { deliveryId: uuid("delivery_id").primaryKey() });
