import type { Page } from "@playwright/test";
import { findInThemes } from "../support/barriers-in-themes.ts";
import { openWhole } from "../support/every-page.ts";
import { openFilter } from "../support/lists.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test.describe.configure({ mode: "parallel" });

type State = { path: string; open?: (page: Page) => Promise<unknown>; shows: (page: Page) => ReturnType<Page["getByRole"]> };

const cafe = "/sandbox/corner-cafe/transactions";
const dialog = (name: string | RegExp) => (page: Page) => page.getByRole("dialog", { name, exact: true });
const press = (name: string | RegExp) => (page: Page) => page.getByRole("button", { name, exact: true }).first().click();
const firstRow = (page: Page) => dataRows(page.getByRole("grid").first()).first();

/** What opens above a page or takes its place: axe sees it only while it is there. */
const states: Readonly<Record<string, State>> = {
  "a list's filters": { path: cafe, open: press("Filter"), shows: dialog("Filter") },
  "a filter that refuses its text": {
    path: cafe,
    open: async (page) => {
      await openFilter(page, "Amount from");
      await page.getByRole("textbox", { name: "Amount from" }).fill("ten");
      await page.keyboard.press("Enter");
    },
    shows: (page) => page.getByRole("textbox", { name: "Amount from" }).and(page.locator("[aria-invalid=true]")),
  },
  "a list's days": { path: cafe, open: press(/^Days/), shows: dialog("Days") },
  "a list's columns": { path: cafe, open: press("Columns"), shows: dialog("Columns") },
  "export formats": { path: cafe, open: press("Export"), shows: (page) => page.getByRole("menu") },
  "selected rows": {
    path: cafe,
    open: async (page) => {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    },
    shows: (page) => page.getByRole("button", { name: "Clear selection" }),
  },
  "a row's preview": {
    path: cafe,
    open: async (page) => {
      await firstRow(page).focus();
      await page.keyboard.press("p");
    },
    shows: (page) => page.getByRole("complementary", { name: "Preview" }).getByRole("region", { name: "Summary" }),
  },
  "an empty list": {
    path: `${cafe}?q=NOTHING-HAS-THIS`,
    shows: (page) => page.getByRole("main").getByText("No transactions found").first(),
  },
  "a list that failed": {
    path: "/sandbox/refused/transactions",
    shows: (page) => page.getByRole("main").getByRole("alert").first(),
  },
  "a filter of an address that is refused": {
    path: `${cafe}?amountMin=ten`,
    shows: (page) => page.getByRole("main").getByRole("alert").first(),
  },
  "the palette": {
    path: cafe,
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await page.keyboard.type("12");
    },
    shows: (page) => page.getByRole("dialog").getByRole("option").first(),
  },
  "the search's suggestions": {
    path: cafe,
    open: async (page) => {
      await page.keyboard.press("/");
      await page.keyboard.type("12");
    },
    shows: (page) => page.getByRole("search").getByRole("option").first(),
  },
  "the merchant switcher": { path: cafe, open: press(/^Merchant: /), shows: dialog("Choose a merchant") },
  "the environments": {
    path: cafe,
    open: press(/^Environment: /),
    shows: (page) => page.getByRole("menu", { name: "Environment" }),
  },
  "the account menu": {
    path: cafe,
    open: press(/^Account of/),
    shows: (page) => page.getByRole("menu", { name: "Account" }),
  },
  "the keyboard shortcuts": { path: cafe, open: (page) => page.keyboard.press("?"), shows: dialog("Keyboard shortcuts") },
  "the gateway calls": { path: cafe, open: press("Gateway calls"), shows: dialog("Gateway calls") },
};

for (const [name, { path, open, shows }] of Object.entries(states)) {
  test(`no barrier in any theme: ${name}`, {
    annotation: { type: "slow", description: "Checks an opened part of a page in four themes" },
  }, async ({ page }) => {
    await openWhole(page, path);
    await open?.(page);
    await expect(shows(page)).toBeVisible();
    expect(await findInThemes(page)).toEqual([]);
  });
}
