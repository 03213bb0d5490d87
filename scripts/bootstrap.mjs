#!/usr/bin/env node
// The first file of every command (docs/commands.md). Runs on Node 20 with nothing installed: installs what is
// missing, then runs scripts/<command>.ts on the Node 24 that npm's platform packages brought.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { constants } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensureInstalled } from "./support/install.mjs";

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "..");
const nodeMajorToStart = 20;
const nodeMajorToRun = 24;
const parentCheckMs = 1_000;
/** Production commands need no development packages; every other command installs those, too. */
export const productionCommands = [
  "start",
  "dev",
  "build",
  "image",
  "receiver",
  "sandbox",
  "connect",
  "reparse",
  "audit-verify",
  "rewrap",
  "migrate",
  "backup",
  "restore",
  "doctor",
  "user",
  "support-bundle",
  "db-generate",
];

/** Every `scripts/<name>.ts` is a command; shared modules are in scripts/support. */
export function commandNames() {
  const names = readdirSync(path.join(root, "scripts")).filter((name) => /^[a-z0-9-]+\.ts$/.test(name));
  return names.map((name) => name.replace(/\.ts$/, "")).sort();
}

/** @param {string[]} argv */
async function main([command, ...args]) {
  const nodeMajor = Number.parseInt(process.versions.node, 10);
  if (nodeMajor < nodeMajorToStart)
    return fail(`Node ${process.versions.node} is too old; install Node ${nodeMajorToRun} (at least ${nodeMajorToStart}).`);
  if (!command || !commandNames().includes(command)) {
    return fail(`There is no command "${command ?? ""}". There are: ${commandNames().join(", ")}.`);
  }
  try {
    if (isCheckout()) await ensureInstalled(root, { say, withDev: !productionCommands.includes(command) });
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
  const node = findNode(nodeMajor);
  if (!node) {
    return fail(
      `There is no packaged Node for ${process.platform}-${process.arch}; install Node ${nodeMajorToRun} and run the command again.`,
    );
  }
  return run(node, command, args);
}

/** A container image has no list of packages: it holds what was installed and built before. */
function isCheckout() {
  return existsSync(path.join(root, "package-lock.json"));
}

/** @param {number} nodeMajor */
function findNode(nodeMajor) {
  const packaged = path.join(root, "node_modules", ".bin", process.platform === "win32" ? "node.cmd" : "node");
  if (existsSync(packaged) && process.platform !== "win32") return packaged;
  return nodeMajor >= nodeMajorToRun ? process.execPath : undefined;
}

/** The listening socket that systemd passed to this process, which the command gets under the same number. */
function passedOn() {
  const { LISTEN_FDS, LISTEN_PID } = process.env;
  return LISTEN_FDS === "1" && LISTEN_PID === String(process.pid) ? [3] : [];
}

/**
 * Forwards signals to the command, which shuts down by itself, and returns its exit code. The IPC channel closes when this
 * process ends, however it ends, and so informs the command.
 * @param {string} node @param {string} command @param {string[]} args
 */
function run(node, command, args) {
  const preload = pathToFileURL(path.join(root, "scripts", "support", "preload.mjs")).href;
  const child = spawn(node, ["--import", preload, path.join(root, "scripts", `${command}.ts`), ...args], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", ...passedOn(), "ipc"],
    env: {
      ...process.env,
      // The command has another process id than the one that systemd named.
      ...(passedOn().length > 0 ? { LISTEN_PID: undefined } : {}),
      PATH: [path.join(root, "node_modules", ".bin"), process.env.PATH].filter(Boolean).join(path.delimiter),
      NEXT_TELEMETRY_DISABLED: "1",
    },
  });
  for (const name of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(name, () => child.kill(name));
  process.on("SIGHUP", () => child.kill("SIGTERM"));
  followNpm(() => child.kill("SIGTERM"));
  return new Promise((resolve) => {
    child.once("error", (error) => resolve(fail(`Node ${nodeMajorToRun} cannot be started (${node}: ${error.message}).`)));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)));
  });
}

/**
 * npm waits for its script. When the parent changes, npm was killed, and no signal will arrive to stop us.
 * @param {() => void} onGone
 */
function followNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
}

/** @param {string} text */
function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {string} text */
function fail(text) {
  process.stderr.write(`${text}\n`);
  return 1;
}

if (process.argv[1] && path.resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  process.exitCode = await main(process.argv.slice(2));
}
