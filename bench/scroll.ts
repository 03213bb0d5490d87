import { parseArgs } from "node:util";
import { say } from "#scripts/support/say.ts";
import { startBenchApp } from "./find/bench-app.ts";
import { openBenchDesk } from "./find/bench-desk.ts";
import { benchEnvironment } from "./find/fill-ledger.ts";
import { scrollFigures } from "./scroll/figures.ts";
import { holdKey } from "./scroll/hold-key.ts";
import { openLongList } from "./scroll/open-long-list.ts";
import { pasteAMillion } from "./scroll/paste-a-million.ts";
import { typeInFindBox } from "./scroll/type-in-find-box.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { publish } from "./support/report.ts";

/** The list in a real browser with 100,000 rows loaded by scrolling: keys held down, the find box typed into, and a long paste (issue 4). */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { values } = parseArgs({ args: [...flags], options: { rows: { type: "string", default: "100000" } } });
  const rows = Number(values.rows);
  return withOwnRun("bench-scroll", async (ownRun) => {
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    // Some more, so that keys held down at the end still have where to go.
    const ledgerRows = rows + 20_000;
    const desk = await openBenchDesk({
      url: await cluster.createDatabase("ledger"),
      folder: ownRun.folder,
      rows: ledgerRows,
      isFilled: false,
    });
    ownRun.defer(() => desk.runtime.close());
    say("Starting the desk …");
    const app = await startBenchApp(ownRun, desk);
    say(`Loading ${rows.toLocaleString("en")} rows by scrolling …`);
    const list = await openLongList(ownRun, app, rows);
    const held = [
      await holdKey(list, { key: "ArrowDown", forMs: 10_000, everyMs: 33 }),
      await holdKey(list, { key: "ArrowUp", forMs: 5_000, everyMs: 33 }),
      await holdKey(list, { key: "PageDown", forMs: 5_000, everyMs: 33 }),
      await holdKey(list, { key: "PageUp", forMs: 5_000, everyMs: 33 }),
    ];
    const typed = await typeInFindBox(list.page);
    say("Pasting a million characters …");
    const pasted = await pasteAMillion(list, `${app.origin}/${benchEnvironment}/lookup`);
    const details = { loaded: list.loaded, held, typed, pasted };
    return publish({ name: "scroll", figures: scrollFigures(details), details });
  });
}
