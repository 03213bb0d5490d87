import { stat, statfs } from "node:fs/promises";
import { arch, availableParallelism, freemem, loadavg, platform, release, totalmem } from "node:os";
import { measureSpool } from "#lib/notifications/spool/spool-folder.ts";
import { readBuild } from "../metrics/read-build.ts";
import { spoolFolderIn } from "../notify/notify-spool.ts";
import type { Settings } from "../settings/settings.ts";

export function describeProgram(): Record<string, string> {
  return { ...readBuild(), node: process.version };
}

export function describeMachine(): Record<string, unknown> {
  return {
    system: `${platform()} ${release()} ${arch()}`,
    processors: availableParallelism(),
    memoryBytes: totalmem(),
    freeMemoryBytes: freemem(),
    load: loadavg(),
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** What lies in the folders of this machine, and how much room is left; no paths. */
export async function describeFolders({ dataDir, journalDir, walArchiveDir }: Settings): Promise<Record<string, unknown>> {
  return {
    dataDir: await room(dataDir),
    spool: await measureSpool(spoolFolderIn(dataDir)).catch(() => "none"),
    journal: journalDir === undefined ? "unset" : { ...(await room(journalDir)), ...(await measure(journalDir)) },
    walArchive: walArchiveDir === undefined ? "unset" : await room(walArchiveDir),
  };
}

async function room(folder: string): Promise<Record<string, unknown>> {
  try {
    const [{ bavail, blocks, bsize }, { mode }] = await Promise.all([statfs(folder), stat(folder)]);
    return { freeBytes: bavail * bsize, diskBytes: blocks * bsize, mode: (mode & 0o777).toString(8) };
  } catch (error) {
    return { problem: error instanceof Error && "code" in error ? error.code : "It cannot be read." };
  }
}

async function measure(folder: string): Promise<Record<string, unknown>> {
  const { bytes } = await measureSpool(folder).catch(() => ({ bytes: null }));
  return { bytes };
}
