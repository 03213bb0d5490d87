import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { restoreBackup } from "#lib/db/backup/restore-backup.ts";
import { writeBackup } from "#lib/db/backup/write-backup.ts";
import { finishRestore } from "#scripts/support/finish-restore.ts";
import { say } from "#scripts/support/say.ts";
import { type Cluster, startCluster } from "#tools/bench/support/cluster.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost } from "./figures.ts";
import { moveUp } from "./older-servers.ts";
import { openRestoreApp } from "./restore-app.ts";
import { runEmbedded } from "./restore-embedded.ts";
import { startRestoreGateway } from "./restore-gateway.ts";
import { type KillsOutcome, killFigures, playKills } from "./restore-kills.ts";
import {
  failedSignInsMax,
  journalAheadMs,
  makeEnv,
  type Outcome,
  outcomeFigures,
  type RestoreSize,
  readOutcome,
} from "./restore-outcome.ts";
import { measureRows, type RowTimes } from "./restore-rows.ts";
import { actAfterBackup, connect, failSecond, prepareBefore } from "./restore-scene.ts";

const rowsSecondsMax = 600;
/** `isAhead`: the journal was being written long enough before the backup to tell the failed sign-ins. */
type Variant = { name: string; hasFence: boolean; hasJournal: boolean; isAhead?: boolean };

/** What was done between backup and loss must hold after the restore; first without fence and without journal, which must lose. */
export async function runRestore(run: OwnRun, serversFolder: string, size: RestoreSize): Promise<DrillResult> {
  const folder = path.join(run.folder, "restore");
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const cluster = await startCluster(folder);
  run.defer(() => cluster.close());
  const small = { ...size, notifications: 50, payments: 2, refunds: 2 };
  const unfenced = await play({ run, cluster, folder }, { name: "unfenced", hasFence: false, hasJournal: true }, small);
  const unjournaled = await play({ run, cluster, folder }, { name: "unjournaled", hasFence: true, hasJournal: false }, small);
  const whole = await play({ run, cluster, folder }, { name: "whole", hasFence: true, hasJournal: true, isAhead: true }, size);
  const killed = await killRestores({ run, cluster, folder }, small);
  const embedded = await runEmbedded(run, small);
  say("  rows …");
  const times = await measureRows(cluster, folder, size.rows);
  say("  older servers …");
  const moved = await moveUp(run, { folder: serversFolder, cluster });
  await cluster.close();
  const figures = [
    atLeast("restore, wrong (no fence): refunds given twice", unfenced.refundsTwice, 1),
    atLeast("restore, wrong (no fence): failed sign-ins of one pair", unfenced.failedSignIns, failedSignInsMax + 1),
    atLeast("restore, wrong (no fence): old links that still work", Number(unfenced.isOldLinkOpen), 1),
    atLeast("restore, wrong (no journal): notifications lost", unjournaled.lost, 1),
    ...outcomeFigures("restore", whole),
    ...killFigures(killed),
    ...embedded.figures,
    ...rowFigures(times, size.patience),
    ...moved,
  ];
  return { figures, details: { unfenced, unjournaled, whole, killed, embedded: embedded.details, times } };
}

type Parts = { run: OwnRun; cluster: Cluster; folder: string };

async function play(parts: Parts, variant: Variant, size: RestoreSize): Promise<Outcome> {
  const { gateway, env, backup, before, done, vault } = await lose(parts, variant, size);
  const url = await parts.cluster.createDatabase("after");
  await restoreBackup({
    url,
    folder: backup.folder,
    sealer: vault,
    keyIds: [vault.keyId],
    isToServe: variant.hasFence,
  });
  const journalFolders = variant.hasJournal && env.JOURNAL_DIR ? [env.JOURNAL_DIR] : [];
  const settings = loadSettings(env);
  const { auditHead } = backup.manifest;
  const restoreCode = variant.hasFence ? await finishRestore({ url, settings, auditHead, journalFolders }) : 0;
  const isToOpen = variant.hasFence && variant.hasJournal;
  return readOutcome(await openRestoreApp(env, url), { gateway, before, done, restoreCode, isToOpen });
}

/** Works, makes a backup, works on, and loses the database. */
async function lose({ run, cluster, folder }: Parts, { name, hasFence, hasJournal, isAhead }: Variant, size: RestoreSize) {
  say(`  ${name} …`);
  const gateway = await startRestoreGateway(run);
  const env = await makeEnv(path.join(folder, name), gateway, hasJournal);
  const app = await openRestoreApp(env, await cluster.createDatabase("before"));
  await connect(app, gateway);
  const before = await prepareBefore(app, size);
  if (hasFence && isAhead) await wait(journalAheadMs);
  const { vault, store } = app.runtime;
  const to = path.join(folder, name);
  const backup = await writeBackup({ url: store.url, to, sealer: vault, keyIds: [vault.keyId], program: "drill" });
  const done = await actAfterBackup(app, before, size);
  await failSecond(app, gateway);
  await app.close();
  await cluster.createDatabase("before");
  await rm(env.DATA_DIR, { recursive: true });
  return { gateway, env, backup, before, done, vault };
}

/** The command itself, killed at its steps. */
async function killRestores(parts: Parts, size: RestoreSize): Promise<KillsOutcome> {
  const { gateway, env, backup, done } = await lose(parts, { name: "killed", hasFence: true, hasJournal: true }, size);
  const { cluster, folder } = parts;
  const acknowledged = [...done.acknowledged.keys()];
  return playKills({ cluster, folder, gateway, env, backupFolder: backup.folder, acknowledged }, size);
}

function rowFigures({ rows, backupSeconds, restoreSeconds, megabytes, peakMegabytes }: RowTimes, patience: number): Figure[] {
  return [
    {
      name: `restore: backup of ${rows} transactions`,
      value: `${backupSeconds.toFixed(0)} s, ${megabytes} MB, memory +${peakMegabytes} MB`,
    },
    atMost(`restore: ${rows} transactions back within`, restoreSeconds, rowsSecondsMax * patience, " s"),
  ];
}
