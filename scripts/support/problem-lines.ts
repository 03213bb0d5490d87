import { SettingsError } from "#lib/app/settings/settings.ts";
import { isAppError } from "#lib/core/errors.ts";
import { BackupError } from "#lib/db/backup/backup-error.ts";
import { RestoreUnfinishedError } from "#lib/db/backup/unfinished-restore.ts";
import { MigrationError } from "#lib/db/migrate/migrate-indexes.ts";
import { PooledMigrationError, SchemaVersionError } from "#lib/db/migrate/schema-version.ts";
import { ListenError } from "#lib/http/listen.ts";
import { redactText } from "#lib/privacy/redact.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { EmbeddedDatabaseError } from "#tools/embedded-postgres/embedded-error.ts";
import { BuildError } from "./build-app.ts";
import { DatabaseAwayError } from "./open-database.ts";

const plain = [
  ...[BackupError, BuildError, DatabaseAwayError, EmbeddedDatabaseError, ListenError, MigrationError],
  ...[PooledMigrationError, RestoreUnfinishedError, SchemaVersionError, SettingsError, VaultError],
];

/** Whether its message is enough to fix the problem, so that no stack is printed. */
export function isForPeople(error: unknown): error is Error {
  return plain.some((kind) => error instanceof kind);
}

/** One line for each mistake that the user can fix; for anything else the root cause. */
export function problemLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.problems;
  if (isAppError(error) && error.fields?.length) return error.fields.map(({ field, message }) => `${field}: ${message}`);
  if (isAppError(error)) return [error.message];
  if (isForPeople(error)) return [error.message];
  return [`It stopped: ${rootMessage(error)}`];
}

/** A query's own message would contain its parameters. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  return error.cause instanceof Error ? rootMessage(error.cause) : redactText(error.message);
}
