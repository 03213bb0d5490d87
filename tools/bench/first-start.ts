import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { ensureInstalled } from "#scripts/support/install.mjs";
import { readFlags } from "#scripts/support/read-flags.ts";
import { say } from "#scripts/support/say.ts";
import { type FirstStart, firstStartFigures } from "./first-start/figures.ts";
import { folderMegabytes } from "./first-start/folder-megabytes.ts";
import { type Place, runIn, secondsOf, startUntilReady } from "./first-start/run-in.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";
import { removeFolder } from "./support/temp-folder.ts";

const root = path.resolve(import.meta.dirname, "..", "..");

const options = {
  /** Number of pairs of first starts; their medians count. */
  rounds: { type: "string", default: "2" },
  /** Every installation downloads its packages from the registry again. */
  "empty-cache": { type: "boolean", default: false },
} as const;

/**
 * `npm run bench -- first-start`: `npm start` in a fresh clone of the last commit, compared with a bare `npm ci` with all packages and
 * `next build` in another one.
 */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const values = readFlags(options, { args: flags });
  return withOwnRun("first-start", async (own) => {
    const starts: FirstStart[] = [];
    for (let round = 0; round < Number(values.rounds); round++) {
      say(`Round ${round + 1} of ${values.rounds}: bare npm ci and next build …`);
      const bare = await inClone(own, `bare-${round}`, values["empty-cache"], measureBare);
      say(`Round ${round + 1} of ${values.rounds}: npm start …`);
      starts.push({ ...bare, ...(await inClone(own, `start-${round}`, values["empty-cache"], measureStart)) });
    }
    return publish({ name: "first-start", figures: firstStartFigures(starts), details: { starts } });
  });
}

async function inClone<Result>(own: OwnRun, name: string, hasEmptyCache: boolean, measure: (place: Place) => Promise<Result>) {
  const folder = path.join(own.folder, name);
  const cache = hasEmptyCache ? path.join(own.folder, `${name}-cache`) : undefined;
  const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: root, encoding: "utf8" }).trim();
  execFileSync("git", ["clone", "--quiet", "--shared", "--no-checkout", root, folder]);
  execFileSync("git", ["checkout", "--quiet", "--detach", commit], { cwd: folder });
  try {
    return await measure({ folder, own, env: cache ? { npm_config_cache: cache } : {} });
  } finally {
    await removeFolder(folder);
    if (cache) await removeFolder(cache);
  }
}

async function measureBare(place: Place) {
  const bareInstall = await secondsOf(() => runIn(place, "npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"]));
  const node = path.join(place.folder, "node_modules", ".bin", "node");
  const bareBuild = await secondsOf(() =>
    runIn(place, node, [path.join("node_modules", "next", "dist", "bin", "next"), "build"]),
  );
  return { bareInstall, bareBuild };
}

async function measureStart(place: Place) {
  const dataDir = path.join(place.own.folder, `${path.basename(place.folder)}-data`);
  await mkdir(dataDir, { mode: 0o711 });
  const packages = path.join(place.folder, "node_modules");
  const { seconds, install, build, stop } = await startUntilReady(place, dataDir);
  const startMegabytes = await folderMegabytes(packages);
  await ensureInstalled(place.folder, { say: () => {}, withDev: true });
  const fullMegabytes = await folderMegabytes(packages);
  await stop();
  await removeFolder(dataDir);
  return { start: seconds, install, build, startMegabytes, fullMegabytes };
}
