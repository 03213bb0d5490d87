import { expect, type Page } from "@playwright/test";
import { type Criterion, countOf, highest, lowest } from "./criterion.ts";
import { readClicks } from "./in-page.ts";
import { moveCriteria, rows } from "./row-moves.ts";
import type { Screens } from "./screens.ts";
import { listsOf, surveyLists } from "./survey-lists.ts";

const at =
  (...widths: number[]) =>
  (screen: { width: number }) =>
    widths.includes(screen.width);

/** The first row's distance from the top of the screen. */
const firstRow = (what: string, most: number, widths: number[]): Criterion => ({
  id: "L1",
  what: `first row of a list at ${what}`,
  most,
  unit: "px",
  measure: async (screens) => highest((await surveyLists(screens)).filter(at(...widths)), ({ firstRowPx }) => firstRowPx),
});

const rowsInView = (what: string, least: number, widths: number[]): Criterion => ({
  id: "L2",
  what: `rows of a list in view at ${what}`,
  least,
  measure: async (screens) => lowest((await surveyLists(screens)).filter(at(...widths)), ({ rows }) => rows),
});

/** The template of every list. */
export const listCriteria: readonly Criterion[] = [
  firstRow("1440 and 1280", 260, [1440, 1280]),
  firstRow("820", 300, [820]),
  firstRow("390", 320, [390]),
  ...moveCriteria,
  rowsInView("1440", 14, [1440]),
  rowsInView("1280", 12, [1280]),
  rowsInView("390", 9, [390]),
  {
    id: "L3",
    what: "lists that scroll sideways or cut something off",
    most: 0,
    measure: async (screens) =>
      countOf((await surveyLists(screens)).flatMap(({ place, faults }) => (faults.length > 0 ? `${place}: ${faults[0]}` : []))),
  },
  {
    id: "L3",
    what: "lines of a list (footer, tabs, filters, sync) that are cut off without a sign of it",
    most: 0,
    measure: async (screens) =>
      countOf((await surveyLists(screens)).flatMap(({ place, cutLines }) => cutLines.map((line) => `${place}: ${line}`))),
  },
  {
    id: "L4",
    what: "scrollers of a list page",
    most: 1,
    measure: async (screens) => highest((await surveyLists(screens)).filter(at(1440, 1280)), ({ scrollers }) => scrollers),
  },
  { id: "L5", what: "filters of transactions that are missing", most: 0, measure: findMissingFilters },
  { id: "L5", what: "keys to set a filter besides its value, the most", most: 6, measure: countFilterKeys },
  { id: "L7", what: "keys of lists without effect from page load", most: 0, measure: pressKeys },
  { id: "L9", what: "clicks to compare two merchants", most: 4, measure: compareTwo },
];

/** The twelve of the list's design by their label; the days have a chip of their own, and the search a field. */
const wantedFilters: Record<string, RegExp> = {
  Date: /^Days/,
  Merchant: /^Merchant$/,
  Type: /^Type$/,
  Direction: /^Direction$/,
  Amount: /^Amount/,
  Status: /^Status$/,
  Currency: /^Currency$/,
  Terminal: /^Terminal$/,
  Account: /^Account$/,
  Card: /^Card/,
  Order: /^Order/,
};

async function findMissingFilters({ withPage }: Screens) {
  return withPage({ path: "/sandbox/transactions" }, async (page) => {
    const bar = page.getByRole("region", { name: "Filters" });
    const search = bar.getByRole("textbox", { name: "Reference or order" });
    const chips = await bar.getByRole("button").evaluateAll((all) => all.map((one) => one.ariaLabel ?? ""));
    await page.keyboard.press("f");
    const options = page.getByRole("dialog", { name: "Filter" }).getByRole("button");
    await expect(options.first()).toBeVisible();
    const names = [...chips, ...(await options.allTextContents()).map((name) => name.trim())];
    const isThere = (label: RegExp) => names.some((name) => label.test(name));
    const missing = Object.entries(wantedFilters).flatMap(([name, label]) => (isThere(label) ? [] : name));
    return countOf((await search.isVisible()) ? missing : [...missing, "Search"]);
  });
}

/** `f`, the letters that choose its name, Enter, and what its value needs besides itself, until the filter is set. */
async function countFilterKeys({ withPage }: Screens) {
  return withPage({ path: "/sandbox/transactions" }, async (page) => {
    await page.keyboard.press("f");
    const options = page.getByRole("dialog", { name: "Filter" }).getByRole("button");
    const names = (await options.allTextContents()).map((name) => name.trim());
    const found: { place: string; keys: number }[] = [];
    for (const name of names) {
      // A popover that is still closing takes the keys.
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await page.keyboard.press("f");
      await expect(options.first()).toBeFocused();
      let keys = 1;
      while (keys < 20 && (await page.evaluate(() => document.activeElement?.textContent?.trim())) !== name) {
        await page.keyboard.press(name.charAt(0).toLowerCase());
        keys++;
      }
      await page.keyboard.press("Enter");
      found.push({ place: name, keys: keys + 1 + (await setFilter(page, name)) });
    }
    return highest(found, (item) => item.keys);
  });
}

/** Sets a filter whose popover has just been opened; resolves with the keys besides its value, those that close it included. */
async function setFilter(page: Page, name: string): Promise<number> {
  const dialog = page.getByRole("dialog", { name });
  const first = dialog.locator("input:focus, li button:focus, [role=spinbutton]:focus, p:focus");
  await expect(first).toBeVisible();
  // Of tags and groups of merchants there are none yet, as it says.
  if (await first.evaluate((element) => element instanceof HTMLParagraphElement)) return 1;
  const kind = await first.evaluate((element) => (element instanceof HTMLButtonElement ? "option" : element.role));
  const isOfSeveral = await dialog.getByRole("button", { name: "Done" }).isVisible();
  if (kind === "combobox") {
    await page.keyboard.type("corner");
    await expect(page.getByRole("option", { name: /corner/i }).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
  } else if (kind !== "option") await page.keyboard.type(kind === "spinbutton" ? "0111202630112026" : "1234");
  await page.keyboard.press("Enter");
  if (isOfSeveral) await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: new RegExp(`^Clear ${name.replace(/\W.*/, "")}`, "i") }).first()).toBeVisible();
  return isOfSeveral || kind === "combobox" ? 2 : 1;
}

async function pressKeys(screens: Screens) {
  const faults = new Set<string>();
  const isFocused = (page: Page) => page.locator("[role=row][data-index]:focus").waitFor({ timeout: effectMs });
  const effects: Record<string, (page: Page, path: string) => Promise<unknown>> = {
    j: isFocused,
    k: isFocused,
    x: (page) => page.getByText("1 selected").waitFor({ timeout: effectMs }),
    " ": (page) => page.getByRole("complementary", { name: "Preview" }).waitFor({ timeout: effectMs }),
    Enter: (page, path) => page.waitForURL((url) => !url.pathname.endsWith(path), { timeout: effectMs }),
    c: (page) => page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "", null, { timeout: effectMs }),
  };
  const without: Record<string, readonly string[]> = { merchants: [" "], "audit log": ["Enter"], team: ["Enter"] };
  for (const { name, path } of await listsOf(screens)) {
    for (const [key, effect] of Object.entries(effects)) {
      if (without[name]?.includes(key)) continue;
      await screens.withPage({ path }, async (page) => {
        if ((await rows(page).count()) === 0) return void faults.add(`${name}: no rows`);
        await page.evaluate(() => navigator.clipboard.writeText(""));
        await page.keyboard.press(key);
        await effect(page, path).catch(() => faults.add(`${name}: ${key === " " ? "Space" : key}`));
      });
    }
  }
  return countOf([...faults]);
}

const effectMs = 5_000;

async function compareTwo({ withPage }: Screens) {
  return withPage({ path: "/sandbox/merchants" }, async (page) => {
    for (const index of [0, 1]) await rows(page).nth(index).getByRole("checkbox").click();
    await page.getByRole("link", { name: "Compare 2" }).click();
    await expect(page.getByRole("table", { name: /Compar/ })).toBeVisible();
    return { value: await readClicks(page) };
  });
}
