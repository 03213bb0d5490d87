import { mkdir } from "node:fs/promises";
import { parseArgs } from "node:util";
import { say } from "#scripts/support/say.ts";
import { openBenchDesk } from "./find/bench-desk.ts";
import { findFigures } from "./find/figures.ts";
import { measureDeepPage, measureFind, measureLists, measureTotals } from "./find/measure.ts";
import { measureHttp } from "./find/measure-http.ts";
import { measureMirror } from "./find/measure-mirror.ts";
import { measureOverview } from "./find/measure-overview.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";

/** Find, lists and totals over 10,000 and 1,000,000 rows, and the mirror beside the bare calls it makes (issue 4). */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({
    args: [...flags],
    options: {
      rows: { type: "string", default: "1000000" },
      finds: { type: "string", default: "600" },
      lists: { type: "string", default: "400" },
      mirror: { type: "string", default: "100000" },
      kills: { type: "string", default: "20" },
      "no-http": { type: "boolean", default: false },
    },
  });
  return withOwnRun("bench-find", async (ownRun) => {
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    const open = async (rows: number) => {
      say(`Filling a ledger of ${rows.toLocaleString("en")} rows and as many notifications …`);
      await mkdir(`${ownRun.folder}/desk-${rows}`, { recursive: true, mode: 0o711 });
      const desk = await openBenchDesk({ url: await cluster.createDatabase(`ledger_${rows}`), folder: ownRun.folder, rows });
      ownRun.defer(() => desk.runtime.close());
      return desk;
    };
    const small = await open(10_000);
    const large = await open(Number(values.rows));
    say("Finding, listing, summing …");
    const measured = [];
    for (const desk of [small, large]) {
      const find = await measureFind(desk, Number(values.finds));
      const lists = await measureLists(desk, Number(values.lists));
      const pages = await measureDeepPage(desk, 100);
      measured.push({ rows: desk.rows, find, lists, pages, totals: await measureTotals(desk, 40) });
    }
    const overview = await measureOverview(large, 30);
    const http = values["no-http"] ? undefined : await measureHttp(ownRun, large);
    say("Mirroring …");
    const mirror =
      Number(values.mirror) > 0
        ? await measureMirror(ownRun, cluster, { rows: Number(values.mirror), kills: Number(values.kills) })
        : undefined;
    const details = { measured, overview, http, mirror };
    return publish({ name: "find", figures: findFigures(details), details });
  });
}
