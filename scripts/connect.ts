import { readFile, stat } from "node:fs/promises";
import { parseArgs } from "node:util";
import { systemClock } from "#lib/core/clock.ts";
import { type Environment, isEnvironment } from "#lib/core/identifiers.ts";
import { createGatewayDirectory } from "#lib/runtime/gateway-directory.ts";
import { checkConnection } from "#lib/services/environments/check-connection.ts";
import { connectEnvironment } from "#lib/services/environments/connect-environment.ts";
import { saveConnectedEndpoint } from "#lib/store/connected-endpoint.ts";
import { createPermitLedger } from "#lib/store/permits.ts";
import { CommandError, problemLines } from "./support/problem-lines.ts";
import { say, sayProblem } from "./support/say.ts";
import { type Desk, withDesk } from "./support/with-desk.ts";

const usage = "npm run connect -- --env demo --file connect.json [--check]";
const by = "npm run connect";

type Command = { environment: Environment; file: string; check: boolean };

function parseCommand(args: string[]): Command {
  const { values } = parse(args);
  const { env = "", file } = values;
  if (env === "sandbox") throw new CommandError("The sandbox is built in and connects itself; --env is demo or production.");
  if (!isEnvironment(env)) throw new CommandError(`--env is demo or production, as in: ${usage}`);
  if (!file) throw new CommandError(`--file is missing, as in: ${usage}`);
  return { environment: env, file, check: values.check === true };
}

function parse(args: string[]) {
  const options = { env: { type: "string" }, file: { type: "string" }, check: { type: "boolean" } } as const;
  try {
    return parseArgs({ args, options });
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : error} Usage: ${usage}`);
  }
}

/** What stands in the file is never repeated in a message: it holds secrets. */
async function readContent(file: string): Promise<unknown> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`--file ${file} cannot be read (${error.code ?? "unknown"}).`);
  });
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    const where = /line \d+ column \d+/.exec(error instanceof Error ? error.message : "")?.[0];
    throw new CommandError(`--file ${file} is not valid JSON${where ? ` (${where})` : ""}.`);
  }
}

async function warnOfReaders(file: string): Promise<void> {
  const { mode } = await stat(file);
  if (process.platform !== "win32" && (mode & 0o077) !== 0) {
    say(`Note: others on this machine may read ${file}, which holds secrets. chmod 600 ${file}`);
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

async function main(): Promise<number> {
  try {
    const command = parseCommand(process.argv.slice(2));
    const content = await readContent(command.file);
    await warnOfReaders(command.file);
    return await withDesk(by, (desk) => connect(desk, command, content));
  } catch (error) {
    for (const line of problemLines(error)) sayProblem(line);
    return 1;
  }
}

process.exitCode = await main();
