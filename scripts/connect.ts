import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { systemClock } from "#lib/core/clock.ts";
import { isAppError } from "#lib/core/errors.ts";
import { type Environment, isEnvironment } from "#lib/core/identifiers.ts";
import { redactText } from "#lib/core/redact.ts";
import { createGatewayDirectory } from "#lib/runtime/gateway-directory.ts";
import { openVault } from "#lib/runtime/open-vault.ts";
import { loadSettings, type Settings, SettingsError } from "#lib/runtime/settings.ts";
import { checkConnection } from "#lib/services/environments/check-connection.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import { saveConnectedEndpoint } from "#lib/store/connected-endpoint.ts";
import { openEmbeddedDatabase } from "#lib/store/embedded/embedded-database.ts";
import { EmbeddedDatabaseError } from "#lib/store/embedded/embedded-error.ts";
import { migrateStore, openStore, type Store } from "#lib/store/open-store.ts";
import { createPermitLedger } from "#lib/store/permits.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";

const usage = "npm run connect -- --env demo --file connect.json [--check]";
const by = "npm run connect";

/** A mistake of the person at the terminal, one line each. */
class ConnectError extends Error {
  override name = "ConnectError";
}

type Command = { environment: Environment; file: string; check: boolean };

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

function parseCommand(args: string[]): Command {
  const { values } = parse(args);
  const { env = "", file } = values;
  if (env === "sandbox") throw new ConnectError("The sandbox is built in and connects itself; --env is demo or production.");
  if (!isEnvironment(env)) throw new ConnectError(`--env is demo or production, as in: ${usage}`);
  if (!file) throw new ConnectError(`--file is missing, as in: ${usage}`);
  return { environment: env, file, check: values.check === true };
}

function parse(args: string[]) {
  const options = { env: { type: "string" }, file: { type: "string" }, check: { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new ConnectError(`${error instanceof Error ? error.message : error} Usage: ${usage}`);
  }
}

/** What stands in the file is never repeated in a message: it holds secrets. */
async function readContent(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new ConnectError(`--file ${file} cannot be read (${error.code ?? "unknown"}).`);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const where = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw new ConnectError(`--file ${file} is not valid JSON${where ? ` (${where})` : ""}.`);
  }
}

async function warnOfReaders(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    say(`Note: others on this machine may read ${file}, which holds secrets. chmod 600 ${file}`);
  }
}

type Desk = { settings: Settings; store: Store; vault: Vault };

/** The desk's database: DATABASE_URL, else the embedded one, joined when it runs and started when not. */
async function withDesk(work: (desk: Desk) => Promise<number>): Promise<number> {
  const settings = loadSettings();
  const embedded = settings.databaseUrl === undefined ? await openEmbeddedDatabase({ dataDir: settings.dataDir }) : undefined;
  const store = openStore({ url: settings.databaseUrl ?? embedded?.url ?? "", connectionsMax: 4, applicationName: by });
  try {
    await migrateStore(store);
    return await work({ settings, store, vault: await openVault(store, settings.vaultKeys) });
  } finally {
    await store.close();
    await embedded?.close();
  }
}

async function connect({ settings, store, vault }: Desk, { environment, check }: Command, content: unknown): Promise<number> {
  const options = {
    db: store.db,
    vault,
    clock: systemClock,
    allowedHosts: settings.gatewayHosts,
    saveEndpoint: saveConnectedEndpoint,
    by,
  };
  const { integration, merchants, warnings } = await connectEnvironment(options, environment, content);
  for (const warning of warnings) say(`Note: ${warning}`);
  const { added, changed, unchanged } = merchants;
  say(`${environment}: the connection was ${integration}.`);
  say(`Merchants: ${added.length} added, ${changed.length} changed, ${unchanged.length} unchanged.`);
  return check ? tryMerchants({ settings, store, vault }, environment, [...added, ...changed, ...unchanged]) : 0;
}

async function tryMerchants({ settings, store, vault }: Desk, environment: Environment, slugs: string[]): Promise<number> {
  const gateways = createGatewayDirectory({
    store,
    vault,
    clock: systemClock,
    permits: createPermitLedger({ db: store.db, vault }),
    allowedHosts: settings.gatewayHosts,
    onCall: () => {},
  });
  let failed = 0;
  for await (const { slug, works, words } of checkConnection(
    { db: store.db, clock: systemClock, gateways },
    environment,
    slugs,
  )) {
    if (!works) failed += 1;
    say(`${slug}: ${words}`);
  }
  say(`${slugs.length - failed} of ${slugs.length} merchants answered.`);
  return failed === 0 ? 0 : 1;
}

/** One line for each mistake; undefined for what is not the person's mistake. */
function toLines(error: unknown): string[] | undefined {
  if (error instanceof SettingsError) return [...error.problems];
  if (isAppError(error) && error.fields) return error.fields.map(({ field, message }) => `${field}: ${message}`);
  const isPlain = error instanceof ConnectError || error instanceof EmbeddedDatabaseError || error instanceof VaultError;
  if (isPlain || isAppError(error)) return [error.message];
  return undefined;
}

/** A query's own message would repeat its parameters. */
function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return redactText(String(error));
  return error.cause instanceof Error ? rootMessage(error.cause) : redactText(error.message);
}

async function main(): Promise<number> {
  try {
    const command = parseCommand(process.argv.slice(2));
    const content = await readContent(command.file);
    await warnOfReaders(command.file);
    return await withDesk((desk) => connect(desk, command, content));
  } catch (error) {
    const lines = toLines(error) ?? [`Nothing was stored: ${rootMessage(error)}`];
    process.stderr.write(`${lines.join("\n")}\n`);
    return 1;
  }
}

process.exitCode = await main();
