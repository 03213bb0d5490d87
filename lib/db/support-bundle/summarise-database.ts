import type { ClientBase } from "pg";
import { ownPrograms } from "../connection/own-programs.ts";

/**
 * What a support bundle says about the database: counts, sizes, ages and our own codes and ids. No query reads a column that
 * holds a name, a reference, a body or an amount.
 */
const queries = {
  server: `select current_setting('server_version') as version, current_setting('max_connections')::int as "maxConnections",
    pg_is_in_recovery() as "isStandby", pg_database_size(current_database())::float8 as bytes,
    pg_postmaster_start_time() as "startedAt", clock_timestamp() as now`,
  connections: `select case when application_name ~ '${ownPrograms}' then application_name else 'other' end as program,
    state, wait_event_type as "waitsFor", count(*)::int as connections,
    max(extract(epoch from now() - xact_start))::float8 as "oldestTransactionSeconds"
    from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() group by 1, 2, 3 order by 1, 2, 3`,
  migrations: `select count(*)::int as applied, to_timestamp(max(created_at) / 1000.0) as newest from drizzle.__drizzle_migrations`,
  // The rows that PostgreSQL believes there are: counting them may take minutes.
  tables: `select coalesce(pg_partition_root(part.oid), part.oid)::regclass::text as name,
    sum(coalesce(n_live_tup, 0))::float8 as "rowsEstimated", sum(pg_total_relation_size(part.oid))::float8 as bytes,
    count(*) filter (where part.relispartition and part.relkind = 'r')::int as partitions
    from pg_class part left join pg_stat_user_tables on relid = part.oid
    where part.relnamespace = 'public'::regnamespace and part.relkind in ('r', 'p') group by 1 order by bytes desc, name`,
  staff: `select role, count(*)::int as accounts, count(disabled_at)::int as disabled, count(totp)::int as "withSecondFactor"
    from staff group by role order by role`,
  merchants: "select environment, count(*)::int as merchants from merchant group by environment order by environment",
  syncs: `select environment, count(*)::int as ledgers, (count(*) filter (where recent_read_at is null))::int as "neverRead",
    (count(*) filter (where history_read_at is null))::int as "historyUnread",
    (count(*) filter (where due_at < now() - interval '5 minutes'))::int as late,
    (count(*) filter (where cached_until > now()))::int as "beingRead",
    min(recent_read_at) as "oldestReadAt", max(failures) as "failuresMax"
    from ledger_sync group by environment order by environment`,
  syncProblems: `select environment, problem->>'code' as code, problem->>'reason' as reason, count(*)::int as ledgers
    from ledger_sync where problem is not null group by 1, 2, 3 order by 4 desc`,
  syncBudgets: 'select environment, rate, paused_until as "pausedUntil", lowered_at as "loweredAt" from sync_budget order by 1',
  syncRuns: `select environment, kind, state, count(*)::int as runs, max(updated_at) as "lastAt"
    from sync_run group by 1, 2, 3 order by 1, 2, 3`,
  alerts: `select environment, rule, status, count(*)::int as alerts, sum(count)::float8 as times, min(opened_at) as "oldestAt",
    max(last_seen_at) as "lastAt" from alert where status <> 'resolved' group by 1, 2, 3 order by 1, 2, 3`,
  guards: `select environment, kind, state, failed_attempt_count as "failedAttempts", count(*)::int as pairs
    from identity_pair group by 1, 2, 3, 4 order by 1, 2, 3, 4`,
  // A guard's id is a keyed hash.
  stoppedGuards: `select id, environment, kind, state, failed_attempt_count as "failedAttempts", last_success_at as "lastSuccessAt",
    last_error_at as "lastErrorAt", last_error->>'reason' as reason
    from identity_pair where state = 'open' or failed_attempt_count > 0 order by last_error_at desc nulls last limit 100`,
  queues: `select 'outbox' as name, null as state, count(*)::int as entries from delivery_outbox
    union all select 'set aside', step, count(*)::int from delivery_problem group by step
    union all select 'forward', state, count(*)::int from forward where state <> 'delivered' group by state
    order by 1, 2`,
  jobs: `select name, state::text as state, count(*)::int as jobs from pgboss.job where state <> 'completed'
    group by 1, 2 order by 1, 2`,
  reconciliations: `select environment, asks as "asksGateway", count(*)::int as due from reconciliation
    where next_at <= now() group by 1, 2 order by 1, 2`,
  payments: `select environment, status, count(*)::int as payments, max(updated_at) as "lastAt"
    from payment group by 1, 2 order by 1, 2`,
  restore: `select environment, restored_at as "restoredAt", backup_at as "backupAt", guards, opened_at as "openedAt"
    from restore_fence order by environment`,
} as const;

const statementMs = 15_000;

type Part = readonly Record<string, unknown>[] | { problem: string };

/** Reads only. A part that cannot be read says why, and holds up no other. */
export async function summariseDatabase(
  client: ClientBase,
  describeProblem: (cause: unknown) => string,
): Promise<Record<string, Part>> {
  await client.query("set default_transaction_read_only = on");
  // Ended by the server: after a limit of the client's the next query would wait for the one before.
  await client.query(`set statement_timeout = ${statementMs}`);
  const parts: Record<string, Part> = {};
  for (const [name, text] of Object.entries(queries)) {
    parts[name] = await client.query(text).then(
      ({ rows }) => rows,
      (cause) => ({ problem: describeProblem(cause) }),
    );
  }
  return parts;
}
