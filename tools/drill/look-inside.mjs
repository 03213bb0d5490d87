// Runs inside a container and prints what the drill wants to know of it, as JSON.
import { accessSync, constants, readdirSync, statSync } from "node:fs";
import { networkInterfaces } from "node:os";
import path from "node:path";

const skipped = new Set(["/proc", "/sys", "/dev"]);
const tools =
  /^(?:npm|npx|yarn|pnpm|corepack|gcc|cc|g\+\+|c\+\+|clang|make|ld|as|python3?|perl|apt|apt-get|dpkg|apk|dnf|yum|rpm|initdb|postgres|pg_ctl|psql)$/;
const development = /\/node_modules\/(?:vitest|typescript|knip|undici|playwright-core|@biomejs|@playwright|@next\/swc-[^/]*)$/;
const leftovers = /^(?:\.env|\.git|\.data|\.npmrc|keys\.json|sign-in\.json|notify-spool|vault-secret)$/;

/** @type {{ user: number, group: number, writable: string[], tools: string[], development: string[], leftovers: string[], setuid: string[], files: number }} */
const found = {
  user: process.getuid?.() ?? 0,
  group: process.getgid?.() ?? 0,
  writable: [],
  tools: [],
  development: [],
  leftovers: [],
  setuid: [],
  files: 0,
};

/** @param {string} file */
function isWritable(file) {
  try {
    accessSync(file, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} folder */
function look(folder) {
  if (isWritable(folder)) found.writable.push(folder);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name);
    if (skipped.has(file)) continue;
    if (leftovers.test(entry.name)) found.leftovers.push(file);
    if (development.test(file)) found.development.push(file);
    if (entry.isDirectory()) {
      look(file);
      continue;
    }
    found.files++;
    if (!entry.isFile()) continue;
    const { mode } = statSync(file);
    if ((mode & 0o111) !== 0 && tools.test(entry.name)) found.tools.push(file);
    if ((mode & 0o6000) !== 0) found.setuid.push(file);
  }
}

look("/");
const addresses = Object.values(networkInterfaces()).flatMap((some) => some ?? []);
const outside = addresses.filter(({ internal }) => !internal).length;
process.stdout.write(JSON.stringify({ ...found, outside, sandbox: process.env.SANDBOX, inventory: statSync("sbom.json").size }));
