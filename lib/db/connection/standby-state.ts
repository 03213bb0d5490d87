import type { ClientBase } from "pg";

export type StandbyState = {
  /** Whether commits wait for a standby (`synchronous_standby_names`). */
  isWanted: boolean;
  /** Commits wait for one, and none takes them. */
  isMissing: boolean;
  /** Without `pg_monitor` a role sees that a standby is connected, and its own commits that wait; no more. */
  isSure: boolean;
};

type Facts = { wanted: boolean; connected: number; readable: boolean; synchronous: number; waiting: number };

/** Longer than a commit waits for a standby that is there. */
const waitsTooLong = "interval '5 seconds'";

/** Raw: views of the server. */
export async function readStandbyState(client: ClientBase): Promise<StandbyState> {
  const { rows } = await client.query<Facts>(
    `select current_setting('synchronous_standby_names') <> '' as wanted,
      count(*)::int as connected, coalesce(bool_or(sync_state is not null), false) as readable,
      (count(*) filter (where sync_state in ('sync', 'quorum')))::int as synchronous,
      (select count(*)::int from pg_stat_activity
        where wait_event = 'SyncRep' and query_start < clock_timestamp() - ${waitsTooLong}) as waiting
     from pg_stat_replication`,
  );
  const [facts] = rows;
  if (!facts?.wanted) return { isWanted: false, isMissing: false, isSure: true };
  const { connected, readable, synchronous, waiting } = facts;
  const isSure = readable || connected === 0;
  return { isWanted: true, isMissing: waiting > 0 || (isSure && synchronous === 0), isSure: isSure || waiting > 0 };
}
