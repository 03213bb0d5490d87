import { sql } from "drizzle-orm";
import { boolean, index, pgTable, primaryKey, text, timestamp, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { ViewList } from "#lib/contract/view-parts.ts";
import { bytea } from "./environment.ts";
import { merchant } from "./merchant.ts";
import { staff } from "./staff.ts";

/** A list as one staff member arranged and named it; visible to others only when it is shared. */
export const savedView = pgTable(
  "saved_view",
  {
    id: uuid("id").primaryKey().default(sql`gen_random_uuid()`),
    staffId: uuid("staff_id")
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    environment: text("environment").notNull(),
    list: text("list").$type<ViewList>().notNull().default("transactions"),
    /** Null: over all merchants. */
    merchantId: uuid("merchant_id").references(() => merchant.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The query of the list's address, without the days of a relative period; sealed, since it may contain personal data. */
    search: bytea("search").notNull(),
    /** A relative period, such as `last_week`. */
    movingDays: text("moving_days"),
    /** Null: the staff member's own setting. */
    columns: text("columns").array(),
    /** For its owner only. */
    isDefault: boolean("is_default").notNull().default(false),
    /** Its name is then the only such one of the environment's list (`findName` in `lib/db/staff/views.ts`). */
    isShared: boolean("is_shared").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("saved_view_list_name").on(table.staffId, table.environment, table.list, sql`lower(${table.name})`),
    uniqueIndex("saved_view_list_default")
      .on(table.staffId, table.environment, table.list, sql`coalesce(${table.merchantId}::text, '')`)
      .where(sql`${table.isDefault}`),
    index("saved_view_merchant").on(table.merchantId),
  ],
);

/** The columns of a list from left to right, as one staff member wants them everywhere. */
export const listColumns = pgTable(
  "list_columns",
  {
    staffId: uuid("staff_id")
      .notNull()
      .references(() => staff.id, { onDelete: "cascade" }),
    list: text("list").$type<"transactions">().notNull(),
    columns: text("columns").array().notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.staffId, table.list] })],
);
