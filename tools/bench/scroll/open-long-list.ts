import { type Browser, chromium, type Page } from "@playwright/test";
import { ensureBrowser } from "#scripts/support/find-browser.ts";
import type { BenchApp } from "../find/bench-app.ts";
import { benchEnvironment } from "../find/fill-ledger.ts";
import { toCookies } from "../support/cookies.ts";
import type { OwnRun } from "../support/own-run.ts";

export type LongList = { browser: Browser; page: Page; loaded: { rows: number; ms: number; heapMb: number } };

const giveUpMs = 300_000;

/** Opens the list of all merchants and scrolls to its end until this many rows have been loaded. */
export async function openLongList(run: OwnRun, { origin, cookie }: BenchApp, rows: number): Promise<LongList> {
  const browser = await chromium.launch({ executablePath: ensureBrowser() });
  run.defer(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, extraHTTPHeaders: {} });
  await context.addCookies(toCookies(cookie, origin));
  const page = await context.newPage();
  page.setDefaultTimeout(giveUpMs);
  await page.goto(`${origin}/${benchEnvironment}/transactions`);
  const table = page.getByRole("grid", { name: "Transactions" });
  await table.locator("[data-key]").first().waitFor();
  const startedAt = performance.now();
  const loaded = await table.evaluate(async (grid, goal) => {
    const known = () => Number(grid.getAttribute("aria-rowcount")) - 1;
    while (known() < goal) {
      grid.scrollTop = grid.scrollHeight;
      await new Promise((resume) => setTimeout(resume, 4));
    }
    return known();
  }, rows);
  const ms = performance.now() - startedAt;
  const inspector = await context.newCDPSession(page);
  const { usedSize } = await inspector.send("Runtime.getHeapUsage");
  return { browser, page, loaded: { rows: loaded, ms, heapMb: usedSize / 1_048_576 } };
}
