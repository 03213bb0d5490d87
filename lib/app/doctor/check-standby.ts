import type pg from "pg";
import { readStandbyState } from "#lib/db/connection/standby-state.ts";
import { type Finding, ok, warning } from "./finding.ts";

const area = "standby";

/** Whether what is committed is on a second machine, where the server is set so. Reads only. */
export async function checkStandby(client: pg.ClientBase): Promise<Finding[]> {
  const { isWanted, isMissing, isSure } = await readStandbyState(client);
  if (!isWanted) return [];
  if (isMissing) {
    return [
      warning(
        area,
        "Commits wait for a standby (synchronous_standby_names), and no standby takes them; bring it back, or let commits go on without it (docs/operations.md, The database on two machines).",
      ),
    ];
  }
  return isSure
    ? [ok(area, "A standby has what was committed.")]
    : [ok(area, "A standby is connected; whether commits wait for it is seen by roles with pg_monitor only.")];
}
