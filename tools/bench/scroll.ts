import { say } from "#scripts/support/say.ts";
import { startBenchApp } from "./find/bench-app.ts";
import { openBenchDashboard } from "./find/bench-dashboard.ts";
import { benchEnvironment } from "./find/fill-ledger.ts";
import { scrollFigures } from "./scroll/figures.ts";
import { holdKey } from "./scroll/hold-key.ts";
import { openLongList } from "./scroll/open-long-list.ts";
import { pasteReferences } from "./scroll/paste-references.ts";
import { typeInFindBox } from "./scroll/type-in-find-box.ts";
import { startCluster } from "./support/cluster.ts";
import { withOwnRun } from "./support/own-run.ts";
import { readSizes } from "./support/read-sizes.ts";
import { publish } from "./support/report.ts";

const usual = { rows: 100_000, more: 20_000, holdMs: 5_000, pasted: 1_000_000 };
const tiny = { rows: 300, more: 500, holdMs: 300, pasted: 10_000 };

/** The list in a real browser with 100,000 rows loaded by scrolling: pressed keys, typing in the search box, and a long paste. */
export function run(flags: readonly string[]): Promise<0 | 1> {
  const { rows, more, holdMs, pasted: characters, isTiny } = readSizes(flags, usual, tiny);
  return withOwnRun("bench-scroll", async (ownRun) => {
    const cluster = await startCluster(ownRun.folder);
    ownRun.defer(() => cluster.close());
    // Some more, so that pressed keys can still scroll at the end.
    const ledgerRows = rows + more;
    const dashboard = await openBenchDashboard({
      url: await cluster.createDatabase("ledger"),
      folder: ownRun.folder,
      rows: ledgerRows,
      isFilled: false,
    });
    ownRun.defer(() => dashboard.runtime.close());
    say("Starting the dashboard …");
    const app = await startBenchApp(ownRun, dashboard);
    say(`Loading ${rows.toLocaleString("en")} rows by scrolling …`);
    const list = await openLongList(ownRun, app, rows);
    const held = [
      await holdKey(list, { key: "ArrowDown", forMs: 2 * holdMs, everyMs: 33 }),
      await holdKey(list, { key: "ArrowUp", forMs: holdMs, everyMs: 33 }),
      await holdKey(list, { key: "PageDown", forMs: holdMs, everyMs: 33 }),
      await holdKey(list, { key: "PageUp", forMs: holdMs, everyMs: 33 }),
    ];
    const typed = await typeInFindBox(list.page);
    say(`Pasting ${characters.toLocaleString("en")} characters …`);
    const pasted = await pasteReferences(list, { address: `${app.origin}/${benchEnvironment}/lookup`, characters });
    const details = { loaded: list.loaded, held, typed, pasted };
    return publish({ name: "scroll", figures: scrollFigures(details), details, isTiny });
  });
}
