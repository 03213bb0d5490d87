import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { say } from "#scripts/support/say.ts";
import { type BenchDashboard, openBenchDashboard } from "./find/bench-dashboard.ts";
import { type FindDetails, findFigures } from "./find/figures.ts";
import { measureDeepPage, measureFind, measureLists, measureTotals } from "./find/measure.ts";
import { measureHttp } from "./find/measure-http.ts";
import { measureOverview } from "./find/measure-overview.ts";
import { measurePlain } from "./find/measure-plain.ts";
import { measureLedgerSync } from "./find/measure-sync.ts";
import { type Cluster, startCluster } from "./support/cluster.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { readParts, readSizes } from "./support/read-sizes.ts";
import { publish } from "./support/report.ts";

const usual = {
  rows: 1_000_000,
  /** Rows of the small ledger with which the large one is compared. */
  fewRows: 10_000,
  finds: 600,
  lists: 400,
  /** Repetitions of all other requests: deep pages, totals, hard filters, the overview, over HTTP. */
  repeats: 100,
  mirror: 100_000,
  rounds: 3,
  kills: 20,
  killAfterMs: 2_500,
  /** Parts to measure: fill (only fills the databases), find, overview, plain, http, mirror. */
  parts: "find,overview,plain,http,mirror",
  /** A folder in which filled databases are saved for the next run, so that the parts can run separately. */
  keep: "",
};
const tiny = { rows: 2_000, fewRows: 500, finds: 5, lists: 5, repeats: 3, mirror: 500, rounds: 1, kills: 1, killAfterMs: 500 };

/** Search, lists and totals over 10,000 and 1,000,000 rows, and the ledger sync compared with the bare calls it makes. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const sizes = readSizes(flags, usual, tiny);
  const { rows, fewRows, repeats, isTiny } = sizes;
  const keep = sizes.keep || undefined;
  const parts = readParts(sizes.parts, ["fill", ...usual.parts.split(",")]);
  return withOwnRun(
    "bench-find",
    async (ownRun) => {
      const cluster = await startCluster(ownRun.folder);
      ownRun.defer(() => cluster.close(keep === undefined ? "immediate" : "fast"));
      const opened = new Map<number, Promise<BenchDashboard>>();
      const open = (count: number) => {
        const app = opened.get(count) ?? openFixture(ownRun, cluster, count);
        opened.set(count, app);
        return app;
      };
      const details: FindDetails = {};
      if (parts.has("fill")) {
        await open(fewRows);
        await open(rows);
        return 0;
      }
      if (parts.has("find")) details.measured = await measureApps([await open(fewRows), await open(rows)], sizes);
      if (parts.has("overview")) details.overview = await measureOverview(await open(rows), Math.ceil(repeats * 0.3));
      if (parts.has("plain")) details.plain = await measurePlain(await open(rows), Math.ceil(repeats * 0.4));
      if (parts.has("http")) details.http = await measureHttp(ownRun, await open(rows), repeats * 4);
      if (parts.has("mirror")) {
        say("Syncing ledgers …");
        details.mirror = await measureLedgerSync(ownRun, cluster, { ...sizes, rows: sizes.mirror });
      }
      return publish({ name: "find", figures: findFigures(details), details, isTiny });
    },
    { keep },
  );
}

async function openFixture(ownRun: OwnRun, cluster: Cluster, rows: number): Promise<BenchDashboard> {
  const marker = path.join(ownRun.folder, `filled-${rows}`);
  const name = `ledger_${rows}`;
  const isFilled = (await cluster.hasDatabase(name)) && (await readFile(marker).catch(() => undefined)) !== undefined;
  if (!isFilled) say(`Filling a ledger of ${rows.toLocaleString("en")} rows and as many notifications …`);
  const url = isFilled ? cluster.urlOf(name) : await cluster.createDatabase(name);
  const app = await openBenchDashboard({ url, folder: ownRun.folder, rows, isFilled });
  await writeFile(marker, "");
  ownRun.defer(() => app.runtime.close());
  return app;
}

async function measureApps(desks: readonly BenchDashboard[], { finds, lists, repeats }: typeof usual) {
  say("Searching, listing, summing …");
  const measured = [];
  for (const app of desks) {
    const find = await measureFind(app, finds);
    const listed = await measureLists(app, { count: lists, repeats: Math.ceil(repeats * 0.4) });
    const pages = await measureDeepPage(app, repeats);
    measured.push({ rows: app.rows, find, lists: listed, pages, totals: await measureTotals(app, Math.ceil(repeats * 0.4)) });
  }
  return measured;
}
