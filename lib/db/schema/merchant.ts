import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, text, timestamp, unique, uuid } from "drizzle-orm/pg-core";
import { bytea } from "./environment.ts";

/** `toSearchWords` converts typed text to the same form. */
const searchText = sql.raw(
  String.raw`' ' || lower(regexp_replace(regexp_replace(normalize(slug || ' ' || name, NFKD), '[\u0300-\u036f]+', '', 'g'), '[^[:alnum:]]+', ' ', 'g'))`,
);

/** What a merchant's row of `ledger_sync` said when it was archived; a restored merchant goes on from there. */
type ArchivedSync = { recentReadAt: string | null; historyReadAt: string | null; rowsPerDay: number };

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
    /** The row of `identity_pair` for its sign-ins, and the mark of its current secret. */
    pairId: text("pair_id"),
    secretMark: text("secret_mark"),
    /** Slug and name for search: lower case without accents, a space before each word. */
    searchText: text("search_text").generatedAlwaysAs(searchText),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull().defaultNow(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull().defaultNow(),
    updatedBy: text("updated_by").notNull(),
    /** An archived merchant is asked nothing: it has no row in `ledger_sync`. */
    archivedAt: timestamp("archived_at", { withTimezone: true }),
    archivedBy: text("archived_by"),
    archivedSync: jsonb("archived_sync").$type<ArchivedSync>(),
    /** A chain, a region, an account manager. Compared without regard to capital letters. */
    groupName: text("group_name"),
  },
  (table) => [
    unique("merchant_environment_slug").on(table.environment, table.slug),
    // Lists show either kind alone, so that neither is read past.
    index("merchant_active_slug").on(table.environment, table.slug).where(sql`${table.archivedAt} is null`).concurrently(),
    index("merchant_active_name")
      .on(table.environment, table.name, table.slug)
      .where(sql`${table.archivedAt} is null`)
      .concurrently(),
    index("merchant_archived_slug").on(table.environment, table.slug).where(sql`${table.archivedAt} is not null`).concurrently(),
    index("merchant_archived_name")
      .on(table.environment, table.name, table.slug)
      .where(sql`${table.archivedAt} is not null`)
      .concurrently(),
    // Also finds those without a group.
    index("merchant_group").on(table.environment, sql`lower(${table.groupName})`, table.name, table.slug).concurrently(),
    index("merchant_pair").on(table.pairId),
  ],
);
