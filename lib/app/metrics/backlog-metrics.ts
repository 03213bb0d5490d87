import { Gauge, type Registry } from "prom-client";
import { environments } from "#lib/core/identifiers.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { type BacklogName, backlogNames, type readBacklog } from "#lib/db/backlog/read-backlog.ts";
import type { StandbyState } from "#lib/db/connection/standby-state.ts";

export type BacklogSources = {
  backlog: () => ReturnType<typeof readBacklog>;
  /** The age of the oldest event that this process has not sent to its open pages. */
  eventLagSeconds: () => Promise<number>;
  schemaMs: () => Promise<number>;
  lastBackup: () => Promise<Date | undefined>;
  standby: () => Promise<Pick<StandbyState, "isWanted" | "isMissing">>;
};

const answerMs = 2_000;
const gauges: Record<BacklogName, [name: string, help: string]> = {
  outbox_age: ["counterfoil_outbox_oldest_seconds", "Age of the oldest stored notification that was not processed yet."],
  reconciliations_due: ["counterfoil_reconciliations_due", "Notifications whose next check against the ledger is due."],
  forward_age: ["counterfoil_forward_oldest_seconds", "Age of the oldest notification that its shop has not accepted yet."],
  payments_unknown: ["counterfoil_payments_unknown", "Payments, refunds and reversals whose result is unknown."],
  guards_open: ["counterfoil_lockout_guards_open", "Credentials with which nothing signs in automatically any more."],
  ledger_age: ["counterfoil_ledger_sync_age_seconds", "Time since the ledger that was read longest ago was last read."],
  ledgers_late: [
    "counterfoil_ledger_syncs_late",
    "Ledgers whose next sync is more than 5 minutes overdue, or failed five times.",
  ],
};

/** What waits for this program, at each scrape. No value while the database does not answer. */
export function watchBacklog(registry: Registry, sources: BacklogSources): void {
  const { backlog, eventLagSeconds, schemaMs, lastBackup, standby } = sources;
  const registers = [registry];
  const readOnce = shareDuringScrape(backlog);
  for (const wanted of backlogNames) {
    const [name, help] = gauges[wanted];
    new Gauge({
      registers,
      name,
      help,
      labelNames: ["environment"],
      async collect() {
        const rows = await within(readOnce());
        for (const environment of environments) {
          const row = rows?.find((item) => item.name === wanted && item.environment === environment);
          this.set({ environment }, rows ? (row?.value ?? 0) : Number.NaN);
        }
      },
    });
  }
  const shown = (name: string, help: string, read: () => Promise<number>) =>
    new Gauge({
      registers,
      name,
      help,
      async collect() {
        this.set((await within(read())) ?? Number.NaN);
      },
    });
  shown("counterfoil_event_stream_lag_seconds", "Age of the oldest event not yet sent to open pages.", eventLagSeconds);
  shown("counterfoil_schema_version", "Time of the newest migration in the database, in ms.", schemaMs);
  const lastBackupSeconds = async () => ((await lastBackup())?.getTime() ?? 0) / 1_000;
  const readStandby = shareDuringScrape(standby);
  const isWanted = async () => ((await readStandby()).isWanted ? 1 : 0);
  shown("counterfoil_database_standby_wanted", "1 when commits wait for a standby of the database.", isWanted);
  const isMissing = async () => ((await readStandby()).isMissing ? 1 : 0);
  shown("counterfoil_database_standby_missing", "1 when commits wait for a standby that is not there.", isMissing);
  shown("counterfoil_backup_last_success_timestamp_seconds", "When the last backup was whole; 0: never.", lastBackupSeconds);
}

/** `build`: of the pages; a process without them has none. */
export function showBuild(registry: Registry, labels: { version: string; build: string }): void {
  const name = "counterfoil_build_info";
  new Gauge({ registers: [registry], name, help: "Version and build of this process.", labelNames: ["version", "build"] }).set(
    labels,
    1,
  );
}

async function within<Value>(reading: Promise<Value>): Promise<Value | undefined> {
  const result = await withTimeout(answerMs, reading);
  return result.state === "done" ? result.value : undefined;
}

/** All gauges of one scrape share one reading. */
function shareDuringScrape<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let shared: Promise<Value> | undefined;
  return () => {
    shared ??= read().finally(() => setImmediate(() => (shared = undefined)));
    return shared;
  };
}
