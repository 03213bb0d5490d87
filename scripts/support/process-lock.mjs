// Plain JavaScript for Node 20: scripts/bootstrap.mjs needs it before anything is installed.
import { randomBytes } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** Other users on the machine need not see who holds the lock. */
const ownerOnly = { mode: 0o600, flag: "wx" };

/**
 * The lock is in the folder itself, which the locked work does not replace; in a shared folder other users could create it first.
 * @param {string} folder the folder that is locked
 * @param {string} work what is locked, one word
 */
export function lockFileFor(folder, work) {
  return path.join(folder, `.counterfoil-${work}.lock`);
}

/** @typedef {{ hold(pid: number): void }} LockHolder */

/**
 * Runs `work` while no other process holds the lock. A lock whose processes have all died counts as free.
 * `hold` adds a child process that must end, too, before the lock is free.
 * @template Result
 * @param {string} file
 * @param {(holder: LockHolder) => Promise<Result>} work
 * @param {() => void} [onWait] called once when another process holds it
 * @returns {Promise<Result>}
 */
export async function withProcessLock(file, work, onWait = () => {}) {
  let hasNotified = false;
  while (!tryTake(file)) {
    if (!hasNotified) onWait();
    hasNotified = true;
    await wait(200);
  }
  const pids = [process.pid];
  try {
    return await work({
      hold: (pid) => {
        pids.push(pid);
        writeWhole(file, pids);
      },
    });
  } finally {
    rmSync(file, { force: true });
  }
}

/** @param {string} file */
function tryTake(file) {
  const ownFile = unique(file);
  writeFileSync(ownFile, JSON.stringify([process.pid]), ownerOnly);
  try {
    linkSync(ownFile, file);
    return true;
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
    removeWhenDead(file);
    return false;
  } finally {
    rmSync(ownFile, { force: true });
  }
}

/** @param {string} file */
function removeWhenDead(file) {
  const seen = read(file);
  if (seen === undefined || livingPids(seen).length > 0) return;
  const renamed = unique(file);
  try {
    renameSync(file, renamed);
  } catch {
    return;
  }
  // Between the check and the rename another process may have removed the dead lock and acquired it: then restore it.
  try {
    if (read(renamed) !== seen) linkSync(renamed, file);
  } catch {
    // A third process has acquired it meanwhile; it does not wait for us.
  }
  rmSync(renamed, { force: true });
}

/** @param {string} text */
function livingPids(text) {
  try {
    return JSON.parse(text).filter(isAlive);
  } catch {
    return [];
  }
}

/** @param {number} pid */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, "EPERM");
  }
}

/** @param {string} file @param {number[]} pids */
function writeWhole(file, pids) {
  const half = unique(file);
  writeFileSync(half, JSON.stringify(pids), ownerOnly);
  renameSync(half, file);
}

/** @param {string} file */
function read(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

/** @param {string} file */
function unique(file) {
  return `${file}.${process.pid}.${randomBytes(4).toString("hex")}`;
}

/** @param {unknown} error @param {string} code */
function isCode(error, code) {
  return error instanceof Error && "code" in error && error.code === code;
}
