import { spawn, spawnSync } from "node:child_process";
import path from "node:path";
import { type OwnRun, withOwnRun } from "#tools/bench/support/own-run.ts";
import { publish } from "#tools/bench/support/report.ts";
import { unpackArchivedServer } from "#tools/drill/archived-server.ts";
import { type AwaySize, runAway } from "#tools/drill/away.ts";
import { unpackContainerTools } from "#tools/drill/container-engine.ts";
import { type DeploySize, type DrillResult, runDeploy } from "#tools/drill/deploy.ts";
import { runFailover } from "#tools/drill/failover.ts";
import { runPatroni } from "#tools/drill/failover-patroni.ts";
import type { FailoverSize } from "#tools/drill/failover-stage.ts";
import { runImage } from "#tools/drill/image.ts";
import type { ImageSize } from "#tools/drill/image-containers.ts";
import { fetchOlderServers } from "#tools/drill/older-servers.ts";
import { unpackPatroni } from "#tools/drill/patroni-cluster.ts";
import { type PgbouncerSize, runPgbouncer } from "#tools/drill/pgbouncer.ts";
import { type Programs, ProgramsMissingError, unpackPooler, unpackPrograms } from "#tools/drill/programs.ts";
import { runRestore } from "#tools/drill/restore.ts";
import type { RestoreSize } from "#tools/drill/restore-outcome.ts";
import { runRecovered } from "#tools/drill/restore-recovered.ts";
import { runUpgrade, type UpgradeSize } from "#tools/drill/upgrade.ts";
import { runWatch, type WatchSize } from "#tools/drill/watch.ts";
import { ensureBuilt } from "./support/build-app.ts";
import { readArguments } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

type Size = {
  deploy: DeploySize;
  away: AwaySize;
  failover: FailoverSize;
  restore: RestoreSize;
  pgbouncer: PgbouncerSize;
  upgrade: UpgradeSize;
  watch: WatchSize;
  image: ImageSize;
};

/** Run in containers of the image. */
const doctor = ["doctor"];
const backup = ["backup", "--to", "/backups"];

/** A short run shares its machine with whatever else is tested there, so its goals of time are three times as long. */
const sizes = {
  usual: {
    deploy: { processes: 3, restarts: 20, wrongRestarts: 4, wrongPages: 5, perSecond: 200, patience: 1 },
    away: { killedSeconds: 60, droppedSeconds: 30, wrongSeconds: 10, perSecond: 50, spooled: 10_000, patience: 1 },
    failover: { webs: 2, kills: 10, cuts: 5, perSecond: 200, awaySeconds: 60, patience: 1 },
    restore: { notifications: 2_000, payments: 50, refunds: 20, rows: 1_000_000, isShort: false, patience: 1 },
    pgbouncer: { webs: 3, perSecond: 200, calmSeconds: 30, payments: 20, kills: 12, patience: 1 },
    upgrade: { rows: 1_000_000, perSecond: 50, sleepSeconds: 45, statementSeconds: 30, patience: 1 },
    watch: { quietSeconds: 60, patience: 1 },
    image: {
      notificationSeconds: 20,
      perSecond: 50,
      commands: [doctor, backup, ["user", "list"], ["migrate", "verify"]],
      patience: 1,
    },
  },
  smoke: {
    deploy: { processes: 2, restarts: 4, wrongRestarts: 2, wrongPages: 5, perSecond: 50, patience: 3 },
    away: { killedSeconds: 10, droppedSeconds: 10, wrongSeconds: 3, perSecond: 50, spooled: 2_000, patience: 3 },
    failover: { webs: 1, kills: 1, cuts: 1, perSecond: 50, awaySeconds: 6, patience: 3 },
    restore: { notifications: 200, payments: 5, refunds: 3, rows: 10_000, isShort: true, patience: 3 },
    pgbouncer: { webs: 2, perSecond: 50, calmSeconds: 3, payments: 3, kills: 2, patience: 3 },
    upgrade: { rows: 5_000, perSecond: 20, sleepSeconds: 4, statementSeconds: 2, patience: 3 },
    watch: { quietSeconds: 10, patience: 3 },
    image: { notificationSeconds: 3, perSecond: 20, commands: [doctor, backup], patience: 3 },
  },
} satisfies Record<string, Size>;

const drillRoot = path.join(path.resolve(process.env.DATA_DIR || ".data"), "drill-root");
/** Its programs are many and must not mix with those of the other parts. */
const containerFolder = path.join(drillRoot, "containers");
const poolerFolder = path.join(drillRoot, "pooler");
const archiveFolder = path.join(drillRoot, "pgbackrest");
const serversFolder = path.join(drillRoot, "older-servers");
const patroniFolder = path.join(drillRoot, "patroni");

type Part = (run: OwnRun, programs: Programs, size: Size) => Promise<DrillResult>;
type Variant = { part: string; name: string; fetch: () => unknown; work: Part };

const parts: Readonly<Record<string, Part>> = {
  deploy: (run, programs, size) => runDeploy(run, programs, size.deploy),
  away: (run, programs, size) => runAway(run, programs, size.away),
  failover: (run, programs, size) => runFailover(run, programs, size.failover),
  restore: (run, _programs, size) => runRestore(run, serversFolder, size.restore),
  pgbouncer: (run, programs, size) => runPgbouncer(run, { programs, pooled: unpackPooler(poolerFolder) }, size.pgbouncer),
  upgrade: (run, _programs, size) => runUpgrade(run, drillRoot, size.upgrade),
  watch: (run, programs, size) => runWatch(run, programs, size.watch),
  image: (run, programs, size) => runImage(run, { programs, toolsFolder: containerFolder }, size.image),
};

/** Besides the part of that name: at the usual size after it, and instead of it when the part is named and its flag given. */
const variants = {
  pgbackrest: {
    part: "restore",
    name: "restore --pgbackrest",
    fetch: () => unpackArchivedServer(archiveFolder),
    work: (run, _programs, size) => runRecovered(run, archiveFolder, size.restore),
  },
  patroni: {
    part: "failover",
    name: "failover --patroni",
    fetch: () => unpackPatroni(patroniFolder),
    work: (run, programs, size) => runPatroni(run, { programs, folder: patroniFolder }, size.failover),
  },
} satisfies Record<string, Variant>;
const variantsOf = [
  ["pgbackrest", variants.pgbackrest],
  ["patroni", variants.patroni],
] as const;

/** These need neither a balancer nor dropped packets, and no pages. */
const alone = ["restore", variants.pgbackrest.name, "upgrade"];
const noPrograms: Programs = {
  command: (program) => {
    throw new ProgramsMissingError(`${program} was not unpacked.`);
  },
};

const usage = `Usage: npm run drill -- [${Object.keys(parts).join(" | ")}]… [--smoke] [--pgbackrest] [--patroni]`;

/** Set in the process that runs in a network namespace of its own. */
const insideName = "COUNTERFOIL_DRILL_INSIDE";
const cannotRun = 2;

process.exitCode = await main(process.argv.slice(2));

async function main(flags: readonly string[]): Promise<number> {
  const { values, positionals } = readArguments(
    {
      smoke: { type: "boolean", default: false },
      pgbackrest: { type: "boolean", default: false },
      patroni: { type: "boolean", default: false },
    },
    { args: flags, usage },
  );
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown !== undefined) {
    printProblem(`There is no part "${unknown}". There are: ${Object.keys(parts).join(", ")}.`);
    return 1;
  }
  const size = sizes[values.smoke ? "smoke" : "usual"];
  const chosen = positionals.length > 0 ? positionals : Object.keys(parts);
  const names = chosen.flatMap((name) => {
    const [flag, variant] = variantsOf.find(([, { part }]) => part === name) ?? [];
    if (!flag || !variant || (values.smoke && !values[flag])) return name;
    return values[flag] && positionals.includes(name) ? variant.name : [name, variant.name];
  });
  if (names.every((name) => alone.includes(name))) {
    return withOwnRun("drill", (run) => runParts(run, { programs: noPrograms, names, size }));
  }
  try {
    const programs = unpackPrograms(drillRoot);
    if (!process.env[insideName]) {
      if (names.includes("image")) fetchWhileThere(() => unpackContainerTools(containerFolder));
      for (const [, { name, fetch }] of variantsOf) if (names.includes(name)) fetchWhileThere(fetch);
      if (names.includes("restore")) fetchWhileThere(() => fetchOlderServers(serversFolder));
      if (names.includes("pgbouncer")) fetchWhileThere(() => unpackPooler(poolerFolder));
      await ensureBuilt();
      return await runInside(programs, flags);
    }
    return await withOwnRun("drill", (run) => runParts(run, { programs, names, size }));
  } catch (error) {
    if (!(error instanceof ProgramsMissingError)) throw error;
    printProblem(error.message);
    return cannotRun;
  }
}

/** While there is a network. Without them the part itself says that it cannot run. */
function fetchWhileThere(fetchTools: () => unknown): void {
  try {
    fetchTools();
  } catch (error) {
    if (!(error instanceof ProgramsMissingError)) throw error;
    printProblem(error.message);
  }
}

type Work = { programs: Programs; names: readonly string[]; size: Size };

async function runParts(run: OwnRun, { programs, names, size }: Work): Promise<number> {
  const results: [string, DrillResult][] = [];
  const notRun: string[] = [];
  for (const name of names) {
    const startedAt = performance.now();
    say(`${name} …`);
    try {
      const work = variantsOf.find(([, variant]) => variant.name === name)?.[1].work ?? parts[name];
      const result = await work?.(run, programs, size);
      if (result) results.push([name, result]);
    } catch (error) {
      if (!(error instanceof ProgramsMissingError)) {
        // What the parts before it found is not lost.
        await publishAll([...results, [name, { figures: [{ name, value: "failed", goal: "ends", isMet: false }], details: {} }]]);
        throw error;
      }
      notRun.push(`${name}: ${error.message}`);
    }
    say(`  took ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
  }
  const code = results.length === 0 ? 0 : await publishAll(results);
  for (const reason of notRun) printProblem(`not run: ${reason}`);
  return code === 0 && notRun.length > 0 ? cannotRun : code;
}

function publishAll(results: readonly [string, DrillResult][]): Promise<0 | 1> {
  return publish({
    name: "drill",
    figures: results.flatMap(([, { figures }]) => figures),
    details: Object.fromEntries(results.map(([name, { details }]) => [name, details])),
  });
}

/** The same command in a network namespace of its own, where its packets may be dropped. Resolves with its exit code. */
function runInside(programs: Programs, flags: readonly string[]): Promise<number> {
  const { status, stderr, error } = spawnSync("unshare", ["--net", "true"], { encoding: "utf8" });
  if (status !== 0) {
    const reason = error?.message ?? stderr.trim();
    printProblem(`The drill needs a network namespace of its own, and none can be made here (${reason}).`);
    return Promise.resolve(cannotRun);
  }
  const [ip, ipFlags] = programs.command("ip", ["link", "set", "lo", "up"]);
  const quoted = [ip, ...ipFlags].map((word) => `'${word}'`).join(" ");
  const command = [process.execPath, ...process.execArgv, path.resolve("scripts", "drill.ts"), ...flags];
  const child = spawn("unshare", ["--net", "--", "sh", "-c", `${quoted} && exec "$@"`, "sh", ...command], {
    env: { ...process.env, [insideName]: "yes" },
    stdio: "inherit",
  });
  for (const name of ["SIGINT", "SIGTERM"] as const) process.on(name, () => child.kill(name));
  return new Promise((resolve) => {
    child.once("error", () => resolve(cannotRun));
    child.once("exit", (code) => resolve(code ?? 1));
  });
}
