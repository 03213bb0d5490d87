import { existsSync, statSync } from "node:fs";
import { statfs } from "node:fs/promises";
import path from "node:path";
import { measureSpool, type SpoolSize } from "#lib/notifications/spool/spool-folder.ts";
import { spoolFolderIn } from "../notify/notify-spool.ts";
import { isLoopbackName } from "../settings/setting-values.ts";
import type { Settings } from "../settings/settings.ts";
import { type Env, wantsSignal } from "../telemetry/telemetry-settings.ts";
import { describeBytes, type Finding, fault, ok, warning } from "./finding.ts";

/** Below this a database or its log soon cannot write. */
const freeBytesMin = 1_073_741_824;
/** One every night, and two hours for it to end. */
const backupHoursMax = 26;

/** Said at each start, and by the doctor, where people other than its developer depend on it. */
export const embeddedLimits =
  "The embedded PostgreSQL is made for trials: it has no standby, gets no security updates of its own, and is lost with this disk. Set DATABASE_URL to a server of yours.";

/** What the settings say about where this runs; mistakes in them are refused before. */
export function checkSettings(settings: Settings, env: Env): Finding[] {
  const { publicOrigin, isLocalOrigin, host, trustedProxies = [], databaseUrl, metricsToken, sandbox } = settings;
  const findings = [ok("settings", `PUBLIC_ORIGIN is ${publicOrigin}.`)];
  const add = (isSo: boolean, text: string) => {
    if (isSo) findings.push(warning("settings", text));
  };
  if (isLocalOrigin) return findings;
  const isBehindProxy = isLoopbackName(host) && trustedProxies.length === 0;
  add(!databaseUrl, embeddedLimits);
  add(
    isBehindProxy,
    "HOST is loopback, so a proxy is in front, but its address is unknown; set TRUSTED_PROXIES, or all clients count as one.",
  );
  add(!metricsToken, "Nobody can read the metrics; set METRICS_TOKEN and let your monitoring read /api/metrics.");
  add(
    !wantsSignal("LOGS", env),
    "Whoever breaks into this machine can change its log; collect standard output elsewhere, or set OTEL_EXPORTER_OTLP_ENDPOINT.",
  );
  add(sandbox, "The sandbox and its accounts are reachable; set SANDBOX=off where real payments are taken.");
  return findings;
}

/** The folder for data: its disk, its keys, and notifications that wait there. */
export async function checkDataFolder({ dataDir, spoolBytesMax }: Settings): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const spool = await measureSpool(spoolFolderIn(dataDir)).catch((): SpoolSize => ({ bytes: 0, setAside: 0 }));
  return [checkDisk(free, spoolBytesMax - spool.bytes), checkSpool(spool), ...checkKeysFile(path.join(dataDir, "keys.json"))];
}

/** Whether a lost disk takes the acknowledged notifications since the last backup with it. */
export function checkJournal(settings: Settings): Finding[] {
  const { journalDir, isLocalOrigin } = settings;
  if (isLocalOrigin && journalDir === undefined) return [];
  if (journalDir === undefined) {
    return [
      warning("journal", "A restore loses what was acknowledged since the backup; set JOURNAL_DIR to a folder on another disk."),
    ];
  }
  if (!existsSync(journalDir)) {
    return [warning("journal", `${journalDir} is not there; start the app, which makes it, or correct JOURNAL_DIR.`)];
  }
  if (isOnDataDisk(settings, journalDir)) {
    return [warning("journal", "JOURNAL_DIR is on the disk of DATA_DIR, so both are lost together; choose another disk.")];
  }
  return [ok("journal", `Acknowledged notifications are also kept in ${journalDir}.`)];
}

/** Whether a folder is lost together with the data. */
export function isOnDataDisk({ dataDir }: Settings, folder: string): boolean {
  const data = [dataDir, path.join(dataDir, "postgres")].filter((place) => existsSync(place));
  return data.some((place) => statSync(place).dev === statSync(folder).dev);
}

/** How old the last backup is. On localhost none is expected every night; elsewhere the server may have backups of its own. */
export function checkBackup(
  { isLocalOrigin, journalDir, journalHours }: Settings,
  { last, now }: { last: Date | undefined; now: Date },
): Finding[] {
  const mend = "run npm run backup -- --to DIR every night, on another disk";
  if (last === undefined) return isLocalOrigin ? [] : [warning("backup", `None was ever made with npm run backup; ${mend}.`)];
  const hours = Math.floor((now.getTime() - last.getTime()) / 3_600_000);
  const text = `The last one is ${hours < 1 ? "less than an hour" : `${hours} ${hours === 1 ? "hour" : "hours"}`} old`;
  if (isLocalOrigin) return [ok("backup", `${text}.`)];
  if (hours >= backupHoursMax) return [warning("backup", `${text}; ${mend}.`)];
  if (journalDir !== undefined && hours >= journalHours) {
    return [
      warning(
        "backup",
        `${text}, and the journal keeps ${journalHours} hours (JOURNAL_HOURS): a restore would lose what was acknowledged between; make a backup, and raise JOURNAL_HOURS.`,
      ),
    ];
  }
  return [ok("backup", `${text}.`)];
}

function checkDisk(free: number, spoolBytes: number): Finding {
  const text = `${describeBytes(free)} are free in DATA_DIR`;
  if (free < freeBytesMin) return fault("disk", `${text}; make room, at least ${describeBytes(freeBytesMin)}.`);
  if (free < spoolBytes) {
    return warning(
      "disk",
      `${text}, less than SPOOL_BYTES_MAX allows to wait (${describeBytes(spoolBytes)}); make room or lower it.`,
    );
  }
  return ok("disk", `${text}.`);
}

function checkSpool({ bytes, setAside }: SpoolSize): Finding {
  const text = `${describeBytes(bytes)} of notifications wait on disk`;
  if (setAside > 0) {
    return fault(
      "spool",
      `${text}, ${describeBytes(setAside)} of them could not be stored; see "When the database is away" in docs/processes.md.`,
    );
  }
  return bytes > 0
    ? warning("spool", `${text}; they are stored when the app runs and reaches its database.`)
    : ok("spool", `${text}.`);
}

function checkKeysFile(file: string): Finding[] {
  if (!existsSync(file)) return [];
  if ((statSync(file).mode & 0o077) !== 0)
    return [fault("keys", `Others may read ${file}; run chmod 600 on it, and replace the keys.`)];
  return [warning("keys", `The keys lie in ${file} only; keep a copy elsewhere, since nothing else opens the stored data.`)];
}
