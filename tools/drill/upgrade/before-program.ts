import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

const root = path.resolve(import.meta.dirname, "..", "..", "..");

/** The version before: the last commit before the database had two roles. */
export const commitBefore = "d68aefab2d183976c40447e1025319f759a33c46";

/** The program of the version before, below `folder`; undefined where this checkout's history does not reach back to it. */
export function unpackBefore(folder: string): string | undefined {
  const target = path.join(folder, `before-${commitBefore.slice(0, 8)}`);
  if (existsSync(target)) return target;
  const archive = spawnSync("git", ["archive", commitBefore], { cwd: root, maxBuffer: 256 * 1024 * 1024 });
  if (archive.status !== 0) return undefined;
  const half = `${target}.new`;
  rmSync(half, { recursive: true, force: true });
  mkdirSync(half, { recursive: true });
  const unpacked = spawnSync("tar", ["-x", "-C", half], { input: archive.stdout });
  if (unpacked.status !== 0) return undefined;
  // Packages are the same: the version before had no other ones that run.
  symlinkSync(path.join(root, "node_modules"), path.join(half, "node_modules"));
  renameSync(half, target);
  return target;
}
