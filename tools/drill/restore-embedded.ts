import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { copyCluster } from "#scripts/support/back-up.ts";
import { say } from "#scripts/support/say.ts";
import { startApp } from "#tools/bench/support/app-process.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { openEmbeddedDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { chooseMoment, queryValue, untilArchived } from "./archived-log.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost } from "./figures.ts";
import { openRestoreApp } from "./restore-app.ts";
import { startRestoreGateway } from "./restore-gateway.ts";
import { journalAheadMs, makeEnv, outcomeFigures, type RestoreSize, readOutcome } from "./restore-outcome.ts";
import { actAfterBackup, connect, failSecond, pay, prepareBefore } from "./restore-scene.ts";

const part = "restore --until";

/** The embedded database, whose folder is lost, comes back as of a moment from its archive, behind the fence. */
export async function runEmbedded(run: OwnRun, size: RestoreSize): Promise<DrillResult> {
  say("  embedded, to a moment …");
  const folder = path.join(run.folder, "embedded");
  await mkdir(folder, { recursive: true, mode: 0o711 });
  const gateway = await startRestoreGateway(run);
  const archiveDir = path.join(folder, "archive");
  const env = { ...(await makeEnv(folder, gateway, true)), WAL_ARCHIVE_DIR: archiveDir };
  const dataDir = env.DATA_DIR;
  const open = async () => {
    const opened = await openEmbeddedDatabase({ dataDir, archiveDir });
    run.defer(() => opened.close());
    return opened;
  };
  const lost = await open();
  const app = await openRestoreApp(env, lost.url);
  await connect(app, gateway);
  const before = await prepareBefore(app, size);
  await copyCluster(loadSettings(env), lost.url);
  for (let index = 0; index < size.payments; index++) await pay(app.ctx, `early-${index}`, index);
  await wait(journalAheadMs);
  const until = await chooseMoment(lost.url);
  const wanted = await countPayments(lost.url, until);
  const done = await actAfterBackup(app, before, size);
  await failSecond(app, gateway);
  await app.close();
  await untilArchived(lost.url);
  await lost.close();
  await rm(dataDir, { recursive: true });
  const { code, said } = await startApp({
    program: "scripts/restore.ts",
    flags: ["--from", archiveDir, "--until", until.toISOString(), "--journal", env.JOURNAL_DIR ?? ""],
    env,
    logFile: path.join(folder, "restore.log"),
  }).ended;
  if (code !== 0) say(said);
  const back = await open();
  const [kept, all] = [await countPayments(back.url, until), await countPayments(back.url)];
  const outcome = await readOutcome(await openRestoreApp(env, back.url), {
    gateway,
    before,
    done,
    restoreCode: code ?? 1,
    isToOpen: true,
  });
  await back.close();
  return {
    figures: [
      atMost(`${part}: of ${wanted} payments before the moment, missing`, wanted - kept, 0),
      atMost(`${part}: payments of later than the moment`, all - kept, 0),
      ...outcomeFigures(part, outcome),
    ],
    details: { until, wanted, kept, all, outcome },
  };
}

/** All payments and refunds, or those made before the moment. */
async function countPayments(url: string, until?: Date): Promise<number> {
  const condition = until ? `where created_at < '${until.toISOString()}'` : "";
  return Number(await queryValue(url, `select count(*)::int as value from payment ${condition}`));
}
