import { execFileSync } from "node:child_process";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { chromium } from "@playwright/test";
import { smallSandbox, startOwnApp } from "#tools/bench/support/own-app.ts";
import { type OwnRun, withOwnRun } from "#tools/bench/support/own-run.ts";
import { findRecords } from "#tools/gallery/app-records.ts";
import { toGalleryPage } from "#tools/gallery/gallery-page.ts";
import { takeReadmePictures } from "#tools/gallery/readme-pictures.ts";
import { PartError, parsePart, picturesFolder, planVisits, type Visit } from "#tools/gallery/shots.ts";
import { type Scene, takePictures } from "#tools/gallery/take-pictures.ts";
import { ensureBrowser, quietBrowserFlags } from "./support/find-browser.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

const flags = readFlags({
  /** Output folder; `$DATA_DIR/gallery` by default. */
  out: { type: "string" },
  /** A subset: `page=overview|find,theme=dark,width=360,state=empty`. */
  only: { type: "string", default: "" },
  /** Only the pictures of the README, into docs/pictures. */
  readme: { type: "boolean", default: false },
  /** A single picture of a small sandbox, to test the tool. */
  tiny: { type: "boolean", default: false },
});
const tinyPart = "page=overview,theme=light,width=360,state=normal";

try {
  const visits = planVisits(parsePart(flags.tiny ? tinyPart : flags.only));
  process.exitCode = await withOwnRun("gallery", (own) => run(own, visits));
} catch (error) {
  printProblem(error instanceof PartError ? error.message : String(error));
  process.exitCode = 1;
}

async function run(own: OwnRun, visits: readonly Visit[]): Promise<0 | 1> {
  say("Starting a dashboard of its own …");
  const app = await startOwnApp(own, flags.tiny ? smallSandbox : {});
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: [...quietBrowserFlags] });
  own.defer(() => browser.close());
  const scene = { browser, app, records: await findRecords(app) };
  if (flags.readme) {
    for (const file of await takeReadmePictures(scene, path.resolve("docs", "pictures"))) say(`Written to ${file}`);
    return 0;
  }
  return writeGallery(scene, visits);
}

async function writeGallery(scene: Scene, visits: readonly Visit[]): Promise<0 | 1> {
  const folder = path.resolve(flags.out ?? path.join(process.env.DATA_DIR || ".data", "gallery"));
  await rm(path.join(folder, picturesFolder), { recursive: true, force: true });
  await mkdir(path.join(folder, picturesFolder), { recursive: true });
  const count = visits.reduce((sum, { shots }) => sum + shots.length, 0);
  say(`Taking ${count} pictures …`);
  const startedAt = performance.now();
  let reported = 0;
  const onProgress = (taken: number) => {
    if (taken - reported < 100) return;
    reported = taken;
    say(`${taken} of ${count}`);
  };
  const taken = await takePictures(scene, visits, { folder, onProgress });
  const order = new Map(visits.flatMap(({ shots }) => shots).map(({ file }, index) => [file, index]));
  const sorted = taken.toSorted((left, right) => (order.get(left.shot.file) ?? 0) - (order.get(right.shot.file) ?? 0));
  const file = path.join(folder, "index.html");
  await writeFile(file, toGalleryPage(sorted, { at: new Date().toISOString().slice(0, 16), commit: readCommit() }));
  const problems = sorted.filter(({ problem }) => problem !== undefined);
  for (const { shot, problem } of problems) printProblem(`${shot.file}: ${problem}`);
  say(`Written to ${file}`);
  say(`gallery: ${count - problems.length} of ${count} pictures in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  return problems.length === 0 ? 0 : 1;
}

function readCommit(): string {
  try {
    return execFileSync("git", ["rev-parse", "--short", "HEAD"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    }).trim();
  } catch {
    return "no commit known";
  }
}
