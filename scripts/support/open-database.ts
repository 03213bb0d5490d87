import { existsSync } from "node:fs";
import path from "node:path";
import { embeddedLimits } from "#lib/app/doctor/check-machine.ts";
import { pooledWithoutDirect } from "#lib/app/doctor/check-pooler.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import { isAway } from "#lib/app/stores/is-away.ts";
import { listUnsafeSettings } from "#lib/db/connection/commit-mode.ts";
import { isPooled } from "#lib/db/connection/session-settings.ts";
import { withClient } from "#lib/db/connection/with-client.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { homeFolder } from "#tools/embedded-postgres/home.ts";

type Place = Pick<Settings, "databaseUrl" | "dataDir"> &
  Partial<Pick<Settings, "databaseDirectUrl" | "walArchiveDir" | "isLocalOrigin">>;

export type OpenDatabase = { url: string; close(): Promise<void> };

/** DATABASE_URL cannot be used: one line that names the setting and the fix. */
export class DatabaseAwayError extends Error {
  override name = "DatabaseAwayError";
}

/**
 * The configured database: DATABASE_URL after one connection test, otherwise the embedded one, joined when it runs
 * and started when not. With `mayBeAway` an unreachable server is no error: the caller waits for it. `close` stops the embedded one when no other process uses it.
 */
export async function openDatabase(
  { databaseUrl, databaseDirectUrl, dataDir, walArchiveDir, isLocalOrigin = true }: Place,
  log?: (message: string) => void,
  { mayBeAway = false, setting = "DATABASE_URL" }: { mayBeAway?: boolean; setting?: string } = {},
): Promise<OpenDatabase> {
  if (!databaseUrl) {
    if (!isLocalOrigin) log?.(embeddedLimits);
    return openEmbeddedDatabase({ dataDir, archiveDir: walArchiveDir, log });
  }
  try {
    await withClient({ connectionString: databaseUrl, query_timeout: 10_000 }, async (client) => {
      const unsafe = await listUnsafeSettings(client);
      if (unsafe.length > 0) log?.(unsafeWords(unsafe));
      if (log && !databaseDirectUrl && (await isPooled(client))) log(pooledWithoutDirect);
    });
  } catch (cause) {
    if (mayBeAway && isAway(cause)) return { url: databaseUrl, close: async () => {} };
    throw new DatabaseAwayError(
      `${setting} cannot be used (${reason(cause)}); start that PostgreSQL, mend the address, or unset it for the embedded one.`,
      { cause },
    );
  }
  return { url: databaseUrl, close: async () => {} };
}

/** The same as the role that owns the schema: MIGRATE_DATABASE_URL where it is set. */
export function openOwnedDatabase(settings: Place & Pick<Settings, "migrateDatabaseUrl">): Promise<OpenDatabase> {
  const { migrateDatabaseUrl: databaseUrl } = settings;
  if (databaseUrl === undefined) return openDirectDatabase(settings);
  return openDatabase({ ...settings, databaseUrl }, undefined, { setting: "MIGRATE_DATABASE_URL" });
}

/** For what needs a session of its own, such as a snapshot: past a pooler where DATABASE_DIRECT_URL is set. */
export function openDirectDatabase(settings: Place): Promise<OpenDatabase> {
  const { databaseDirectUrl, databaseUrl } = settings;
  const setting = databaseDirectUrl === undefined ? "DATABASE_URL" : "DATABASE_DIRECT_URL";
  return openDatabase({ ...settings, databaseUrl: databaseDirectUrl ?? databaseUrl }, undefined, { setting });
}

/** Without DATABASE_URL, until the embedded database has been made. */
export function isWithoutDatabase({ databaseUrl, dataDir }: Pick<Place, "databaseUrl" | "dataDir">): boolean {
  return databaseUrl === undefined && !existsSync(homeFolder(dataDir));
}

/** Which database these settings mean, without its password. */
export function describeDatabase({ databaseUrl, dataDir }: Pick<Place, "databaseUrl" | "dataDir">): string {
  if (databaseUrl === undefined) return `the embedded database in ${path.resolve(homeFolder(dataDir))}`;
  const { host, pathname } = new URL(databaseUrl);
  return `the database ${decodeURIComponent(pathname.slice(1))} at ${host || "a socket"}`;
}

function unsafeWords(settings: readonly string[]): string {
  const names = settings.join(", ");
  return `The PostgreSQL of DATABASE_URL has ${names} off: a power cut there can lose acknowledged notifications and payments. Set them to on in its postgresql.conf.`;
}

function reason(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if (cause.message) return cause.message;
  return "code" in cause ? String(cause.code) : cause.name;
}
