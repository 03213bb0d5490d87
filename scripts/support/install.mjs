// Plain JavaScript for Node 20: scripts/bootstrap.mjs needs it before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { lockFileFor, withProcessLock } from "./process-lock.mjs";

const npmSilence = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
const outputCharsMax = 20_000;

/**
 * Installs exactly what package-lock.json names when it is not there yet. npm writes `node_modules/.package-lock.json`
 * as its very last act, so an interrupted installation shows itself. Throws when npm fails, after showing what it said.
 * @param {string} root
 * @param {(text: string) => void} say
 */
export async function ensureInstalled(root, say) {
  if (isInstalled(root)) return;
  await withProcessLock(
    lockFileFor(root, "install"),
    async (holder) => {
      if (isInstalled(root)) return;
      say("Installing packages (once, about a minute) …");
      const startedAt = performance.now();
      await runNpm(root, holder);
      say(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    },
    () => say("Another process is installing packages; waiting for it …"),
  );
}

/** @param {string} root */
export function isInstalled(root) {
  const wanted = packagesOf(path.join(root, "package-lock.json"));
  const found = packagesOf(path.join(root, "node_modules", ".package-lock.json"));
  if (!wanted || !found) return false;
  // Optional packages of other platforms are named by the lock and rightly absent.
  const complete = Object.entries(wanted).every(
    ([name, { version, optional }]) => name === "" || optional || found[name]?.version === version,
  );
  return complete && Object.entries(found).every(([name, { version }]) => wanted[name]?.version === version);
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean }> | undefined} */
function packagesOf(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} root @param {import("./process-lock.mjs").LockHolder} holder */
function runNpm(root, holder) {
  // npm tells its scripts where it is; started by hand, the one on PATH is meant.
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const flags = ["ci", "--include=dev", "--include=optional", ...npmSilence];
  const child = spawn(npm[0] ?? "npm", [...npm.slice(1), ...flags], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    shell: process.platform === "win32" && npm.length === 1,
  });
  if (child.pid) holder.hold(child.pid);
  let interrupted = false;
  const passOn = (/** @type {NodeJS.Signals} */ name) => {
    interrupted = true;
    child.kill(name);
  };
  process.on("SIGINT", passOn).on("SIGTERM", passOn).on("SIGHUP", passOn);
  let said = "";
  const collect = (/** @type {Buffer} */ chunk) => {
    said = (said + chunk.toString("utf8")).slice(-outputCharsMax);
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  return new Promise((resolve, reject) => {
    child.once("error", (error) =>
      reject(new Error(`npm cannot be started (${error.message}); install npm and run the command again.`)),
    );
    child.once("close", (code, signal) => {
      process.off("SIGINT", passOn).off("SIGTERM", passOn).off("SIGHUP", passOn);
      if (code === 0) return resolve(undefined);
      if (interrupted || signal) return reject(new Error("The installation was interrupted; the next start does it again."));
      reject(new Error(`${said.trim()}\nThe packages could not be installed (npm ci ended with ${code}); see above.`));
    });
  });
}
