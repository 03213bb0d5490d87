import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { parseArgs } from "node:util";
import { say } from "#scripts/support/say.ts";
import { type BenchDesk, openBenchDesk } from "./find/bench-desk.ts";
import { type FindDetails, findFigures } from "./find/figures.ts";
import { measureDeepPage, measureFind, measureLists, measureTotals } from "./find/measure.ts";
import { measureHttp } from "./find/measure-http.ts";
import { measureMirror } from "./find/measure-mirror.ts";
import { measureOverview } from "./find/measure-overview.ts";
import { type Cluster, startCluster } from "./support/cluster.ts";
import { type OwnRun, withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";

const fewRows = 10_000;

const options = {
  rows: { type: "string", default: "1000000" },
  finds: { type: "string", default: "600" },
  lists: { type: "string", default: "400" },
  mirror: { type: "string", default: "100000" },
  kills: { type: "string", default: "20" },
  /** Which parts to measure: fill (nothing but that), find, overview, http, mirror. */
  parts: { type: "string", default: "find,overview,http,mirror" },
  /** A folder where filled databases and what was measured stay for the next run, so that the parts may run one by one. */
  keep: { type: "string" },
} as const;

/** Find, lists and totals over 10,000 and 1,000,000 rows, and the mirror beside the bare calls it makes (issue 4). */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...flags], options });
  const parts = new Set(values.parts.split(","));
  return withOwnRun(
    "bench-find",
    async (ownRun) => {
      const cluster = await startCluster(ownRun.folder);
      ownRun.defer(() => cluster.close(values.keep === undefined ? "immediate" : "fast"));
      const opened = new Map<number, Promise<BenchDesk>>();
      const open = (rows: number) => {
        const desk = opened.get(rows) ?? openDesk(ownRun, cluster, rows);
        opened.set(rows, desk);
        return desk;
      };
      const details = await readDetails(ownRun);
      if (parts.has("fill")) {
        await open(fewRows);
        await open(Number(values.rows));
        return 0;
      }
      if (parts.has("find"))
        details.measured = await measureDesks([await open(fewRows), await open(Number(values.rows))], values);
      if (parts.has("overview")) details.overview = await measureOverview(await open(Number(values.rows)), 30);
      if (parts.has("http")) details.http = await measureHttp(ownRun, await open(Number(values.rows)));
      if (parts.has("mirror")) {
        say("Mirroring …");
        details.mirror = await measureMirror(ownRun, cluster, { rows: Number(values.mirror), kills: Number(values.kills) });
      }
      await writeFile(detailsFile(ownRun), JSON.stringify(details));
      return publish({ name: "find", figures: findFigures(details), details });
    },
    { keep: values.keep },
  );
}

async function openDesk(ownRun: OwnRun, cluster: Cluster, rows: number): Promise<BenchDesk> {
  const marker = path.join(ownRun.folder, `filled-${rows}`);
  const name = `ledger_${rows}`;
  const isFilled = (await cluster.hasDatabase(name)) && (await readFile(marker).catch(() => undefined)) !== undefined;
  if (!isFilled) say(`Filling a ledger of ${rows.toLocaleString("en")} rows and as many notifications …`);
  const url = isFilled ? cluster.urlOf(name) : await cluster.createDatabase(name);
  const desk = await openBenchDesk({ url, folder: ownRun.folder, rows, isFilled });
  await writeFile(marker, "");
  ownRun.defer(() => desk.runtime.close());
  return desk;
}

async function measureDesks(desks: readonly BenchDesk[], { finds, lists }: { finds: string; lists: string }) {
  say("Finding, listing, summing …");
  const measured = [];
  for (const desk of desks) {
    const find = await measureFind(desk, Number(finds));
    const listed = await measureLists(desk, Number(lists));
    const pages = await measureDeepPage(desk, 100);
    measured.push({ rows: desk.rows, find, lists: listed, pages, totals: await measureTotals(desk, 40) });
  }
  return measured;
}

const detailsFile = ({ folder }: OwnRun) => path.join(folder, "details.json");

async function readDetails(ownRun: OwnRun): Promise<FindDetails> {
  const text = await readFile(detailsFile(ownRun), "utf8").catch(() => "{}");
  return JSON.parse(text) as FindDetails;
}
