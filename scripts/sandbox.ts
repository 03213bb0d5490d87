import { randomBytes } from "node:crypto";
import { systemClock } from "#lib/core/clock.ts";
import type { SandboxDescription } from "#lib/sandbox/create-sandbox.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { type ServedSandbox, serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import { type SandboxSettings, sandboxReadings, strictSandboxSettings } from "#lib/sandbox/settings.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

/** `npm run sandbox`: the gateway alone, in memory, for other programs. */
const flags = readFlags({
  port: { type: "string", default: "4010" },
  host: { type: "string", default: "127.0.0.1" },
  /** Credentials are derived from the secret: the same secret, the same credentials. */
  secret: { type: "string" },
  transactions: { type: "string", default: "12000" },
  merchants: { type: "string", default: "10" },
  /** Simulates continuous payments. */
  live: { type: "boolean", default: false },
  /** Requires account and dates, uses another name for the page size, and adds undocumented members. */
  strict: { type: "boolean", default: false },
  /** Selects behaviours that the gateway's documents leave open: names of sandboxReadings, separated by commas. */
  reading: { type: "string", default: "" },
  /** Prints one line of JSON instead of text. */
  json: { type: "boolean", default: false },
});

/** Number of merchants printed as text. */
const saidMax = 50;

const served = await serveSandbox({
  port: readNumber("port", flags.port, 0, 65_535),
  host: flags.host,
  secret: readSecret(),
  storage: createMemoryStorage(),
  clock: systemClock,
  transactions: readNumber("transactions", flags.transactions, 0, 10_000_000),
  merchants: readNumber("merchants", flags.merchants, 1, 10_000),
  live: flags.live,
  settings: { ...(flags.strict ? strictSandboxSettings : {}), ...readReadings() },
}).catch((error: NodeJS.ErrnoException): never => {
  const why = error.code === "EADDRINUSE" ? `Port ${flags.port} is in use; choose another with --port.` : error.message;
  return end(why);
});

served.sandbox.start();
const description = served.sandbox.describe();
if (flags.json) say(JSON.stringify(description));
else sayDescription(description);
for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => void stop(served));

async function stop({ close }: ServedSandbox): Promise<void> {
  await close();
  process.exit(0);
}

function sayDescription({ baseUrl, controlKey, integration, merchants }: SandboxDescription): void {
  say(`The sandbox gateway answers at ${baseUrl}`);
  say();
  say(`client_id       ${integration.clientId}`);
  say(`client_secret   ${integration.clientSecret}`);
  say(`X-Partner-Id    ${integration.partnerId}`);
  say(`X-Application-Id ${integration.applicationId}`);
  say(`X-Control-Key   ${controlKey}   (only for ${baseUrl}/control/…)`);
  say("Stores, scenarios, counts and more are at control/…: lib/sandbox/control/control.ts lists them.");
  for (const { slug, name, clientId, clientSecret, sid, accounts, terminals } of merchants.slice(0, saidMax)) {
    say();
    say(`${slug} – ${name}, SID ${sid}`);
    say(`  client_id     ${clientId}`);
    say(`  client_secret ${clientSecret}`);
    say(`  accounts      ${accounts.map(({ accountNumber, currency }) => `${accountNumber} ${currency}`).join(", ")}`);
    if (terminals.length > 0)
      say(`  terminals     ${terminals.map(({ terminalId, currency }) => `${terminalId} ${currency}`).join(", ")}`);
  }
  if (merchants.length > saidMax) say(`\nand ${merchants.length - saidMax} more merchants; --json prints all of them.`);
}

function readReadings(): Partial<SandboxSettings> {
  const names = flags.reading.split(",").filter((name) => name !== "");
  const readings = new Map<string, Partial<SandboxSettings>>(Object.entries(sandboxReadings));
  return Object.assign(
    {},
    ...names.map((name) => readings.get(name) ?? end(`--reading is one or more of ${[...readings.keys()].join(", ")}.`)),
  );
}

function readSecret(): string {
  const secret = flags.secret ?? randomBytes(32).toString("hex");
  return secret.length >= 32 ? secret : end("--secret needs at least 32 characters.");
}

function readNumber(name: string, text: string, least: number, max: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= max ? value : end(`--${name} is a whole number from ${least} to ${max}.`);
}

function end(why: string): never {
  printProblem(why);
  process.exit(1);
}
