import { existsSync } from "node:fs";
import type pg from "pg";
import type { Settings } from "../settings/settings.ts";
import { isOnDataDisk } from "./check-machine.ts";
import { type Finding, fault, ok, warning } from "./finding.ts";

const area = "archive";

type Facts = { isOn: boolean; isEmpty: boolean; failedAt: Date | null };

/** Whether the server's write-ahead log, from which a database comes back as of a moment, is kept elsewhere. Reads only. */
export async function checkArchive(client: pg.ClientBase, settings: Settings): Promise<Finding[]> {
  // Only the embedded database archives there.
  const folder = settings.databaseUrl === undefined ? settings.walArchiveDir : undefined;
  const { rows } = await client.query<Facts>(
    `select current_setting('archive_mode') <> 'off' as "isOn", last_archived_time is null as "isEmpty",
      case when last_failed_time > coalesce(last_archived_time, '-infinity') then last_failed_time end as "failedAt"
      from pg_stat_archiver`,
  );
  const [{ isOn, isEmpty, failedAt } = { isOn: false, isEmpty: true, failedAt: null }] = rows;
  if (!isOn) {
    return folder === undefined
      ? []
      : [
          warning(
            area,
            "The running database was started without WAL_ARCHIVE_DIR; stop all processes that use it, and start them.",
          ),
        ];
  }
  if (failedAt !== null) {
    const mend =
      folder === undefined ? "mend the server's archive_command" : `see that ${folder} is there, has room and can be written`;
    return [fault(area, `The write-ahead log could not be archived at ${failedAt.toISOString()}; ${mend}.`)];
  }
  if (folder !== undefined && existsSync(folder) && isOnDataDisk(settings, folder)) {
    return [warning(area, "WAL_ARCHIVE_DIR is on the disk of DATA_DIR, so both are lost together; choose another disk.")];
  }
  return isEmpty
    ? [warning(area, "archive_mode is on, and nothing was archived yet; see that archive_command or archive_library is set.")]
    : [ok(area, "The write-ahead log is archived.")];
}
