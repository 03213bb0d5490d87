import { isAppError } from "#lib/core/errors.ts";
import { redactText } from "#lib/core/redact.ts";
import { SettingsError } from "#lib/runtime/settings.ts";
import { EmbeddedDatabaseError } from "#lib/store/embedded/embedded-error.ts";
import { SchemaVersionError } from "#lib/store/schema-version.ts";
import { VaultError } from "#lib/vault/aead.ts";
import { DatabaseAwayError } from "./open-database.ts";

const plain = [DatabaseAwayError, EmbeddedDatabaseError, SchemaVersionError, VaultError];

/** One line for each mistake a person can mend; of anything else what went wrong at its root. */
export function problemLines(error: unknown): readonly string[] {
  if (error instanceof SettingsError) return error.problems;
  if (isAppError(error) && error.fields?.length) return error.fields.map(({ field, message }) => `${field}: ${message}`);
  if (isAppError(error)) return [error.message];
  if (error instanceof Error && plain.some((kind) => error instanceof kind)) return [error.message];
  return [`It stopped: ${rootMessage(error)}`];
}

/** A query's own message would repeat its parameters. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  return error.cause instanceof Error ? rootMessage(error.cause) : redactText(error.message);
}
