import { existsSync } from "node:fs";
import type pg from "pg";
import type { Settings } from "../settings/settings.ts";
import { isOnDataDisk } from "./check-machine.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const area = "archive";

/** Whether the server's write-ahead log, from which a database comes back as of a moment, is kept elsewhere. Reads only. */
export async function checkArchive(client: pg.ClientBase, settings: Settings): Promise<Finding[]> {
  const { rows } = await client.query<{ isOn: boolean; failedAt: Date | null }>(
    `select current_setting('archive_mode') <> 'off' as "isOn",
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as "failedAt"
      from pg_stat_archiver`,
  );
  const { isOn = false, failedAt = null } = rows[0] ?? {};
  const { walArchiveDir } = settings;
  if (!isOn) return [];
  if (failedAt !== null) {
    const place = walArchiveDir === undefined ? "mend the server's archive_command" : `make room in ${walArchiveDir}`;
    return [
      fault(
        area,
        `The write-ahead log could not be archived at ${failedAt.toISOString()}; ${place}, before the database's disk is full.`,
      ),
    ];
  }
  if (walArchiveDir !== undefined && existsSync(walArchiveDir) && isOnDataDisk(settings, walArchiveDir)) {
    return [warning(area, "WAL_ARCHIVE_DIR is on the disk of DATA_DIR, so both are lost together; choose another disk.")];
  }
  return [ok(area, "The write-ahead log is archived.")];
}
