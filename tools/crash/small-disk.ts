import { spawnSync } from "node:child_process";
import { mkdirSync, statfsSync } from "node:fs";
import { open, rm } from "node:fs/promises";
import path from "node:path";
import type { OwnRun } from "#tools/bench/support/own-run.ts";

export type SmallDisk = {
  /** Path below the run's folder. */
  name: string;
  /** Fills the disk completely. */
  fill(): Promise<void>;
  empty(): Promise<void>;
};

const chunk = Buffer.alloc(64 * 1024);

/** Mounts a tmpfs of that size, or returns the reason why this process may not. */
export function mountSmallDisk(run: OwnRun, { name, megabytes }: { name: string; megabytes: number }): SmallDisk | string {
  const folder = path.join(run.folder, name);
  mkdirSync(folder, { mode: 0o711 });
  const options = `size=${megabytes}m,mode=0711`;
  const { status, stderr, error } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder], { encoding: "utf8" });
  if (status !== 0) return (error?.message ?? stderr.trim()) || `mount ended with ${status}`;
  run.defer(() => spawnSync("umount", [folder]).status === 0 || spawnSync("umount", ["-l", folder]));
  const ballast = path.join(folder, "ballast");
  return { name, fill: () => fillUp(folder, ballast), empty: () => rm(ballast) };
}

async function fillUp(folder: string, ballast: string): Promise<void> {
  const file = await open(ballast, "a");
  try {
    while (statfsSync(folder).bavail > 0) await file.write(chunk);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await file.close();
  }
}
