import type { Page } from "@playwright/test";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { openCafe, waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

type Sale = { reference: string; referenceNumber: string; pan: string; amountText: string };

/** A card sale of the cafe that is neither the newest nor the oldest. */
async function pickSale(page: Page): Promise<Sale> {
  const response = await page.request.get("/api/sandbox/corner-cafe/transactions?limit=200&sign=credit");
  const { items } = (await response.json()) as { items: Sale[] };
  const sales = items.filter(({ reference, referenceNumber, pan }) => reference && referenceNumber && pan).slice(10);
  for (const sale of sales) {
    const found = await page.request.get(`/api/sandbox/find?q=${encodeURIComponent(sale.referenceNumber)}`);
    const { hits } = (await found.json()) as { hits: { exact: boolean }[] };
    if (hits.filter(({ exact }) => exact).length === 1) return sale;
  }
  throw new Error("The cafe has no sale by card with an order number of its own.");
}

/** A page that handles keys, after hydration. */
async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByText(/^Updated /).first()).toBeVisible();
  await waitForHydration(page);
}

/** Counts user actions: a shortcut, typing a text, pasting, a key. */
function counted(page: Page) {
  let actions = 0;
  const countAction = async (does: Promise<void>) => {
    actions++;
    await does;
  };
  return {
    press: (key: string) => countAction(page.keyboard.press(key)),
    type: (text: string) => countAction(page.keyboard.type(text)),
    count: () => actions,
  };
}

const palette = (page: Page) => page.getByRole("combobox", { name: "Command menu" });
const expectSale = async (page: Page, { reference }: Sale) => {
  await expect(page).toHaveURL(new RegExp(`/corner-cafe/transactions/${reference}$`));
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
};

/** Puts a text on the clipboard. */
async function copy(page: Page, text: string): Promise<void> {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
}

test.beforeEach(async ({ page }) => {
  await openCafe(page);
});

test("a payment is found by four card digits and its amount, in three actions", async ({ page }) => {
  const sale = await pickSale(page);
  await openHydrated(page, "/sandbox");
  const user = counted(page);
  await user.press("Control+k");
  await user.type(`${sale.pan.slice(-4)} ${sale.amountText}`);
  await user.press("Enter");
  await expectSale(page, sale);
  expect(user.count()).toBeLessThanOrEqual(3);
});

test("a payment is found by its order number in the wrong case and with spaces, in three actions", {
  tag: "@job",
  annotation: { type: "slow", description: "Pays at the checkout first" },
}, async ({ page }) => {
  const sale = await pickSale(page);
  await openHydrated(page, "/sandbox/notifications");
  const user = counted(page);
  await user.press("Control+k");
  await user.type(
    ` ${sale.referenceNumber
      .toLowerCase()
      .replaceAll("-", " ")
      .replace(/(.{3})/g, "$1 ")}`,
  );
  await user.press("Enter");
  await expectSale(page, sale);
  expect(user.count()).toBeLessThanOrEqual(3);
});

test("a payment is found by a pasted e-mail with its reference, in two actions", async ({ page }) => {
  const sale = await pickSale(page);
  await openHydrated(page, "/sandbox");
  await copy(page, `Hello,\n\nthe customer says ${sale.reference} from 12.03.2026 never arrived.\nCall me: +359 888 123 456\n`);
  const user = counted(page);
  await user.press("Control+v");
  await expect(page.getByRole("option", { name: new RegExp(sale.reference) })).toBeVisible();
  await user.press("Enter");
  await expectSale(page, sale);
  expect(user.count()).toBeLessThanOrEqual(3);
});

test("what was copied is looked for after a click, with the browser's leave", async ({ page }) => {
  const sale = await pickSale(page);
  await copy(page, sale.reference);
  await page.getByRole("button", { name: "Command menu" }).click();
  await page.getByRole("button", { name: "Search for copied text" }).click();
  await expect(page.getByRole("option", { name: new RegExp(sale.reference) }).first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(palette(page)).toBeHidden();
});

test("pages, merchants and actions are a few letters away", async ({ page }) => {
  await page.keyboard.press("Control+k");
  await expect(palette(page)).toBeFocused();
  await page.keyboard.type("corner url");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/corner-cafe\/endpoints$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("moda rit");
  await expect(page.getByRole("option", { name: /Moda Ritorni/ })).toBeVisible();
  await page
    .getByRole("option", { name: /Moda Ritorni/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/moda-ritorni\/transactions$/);
  await page.keyboard.press("Control+k");
  await page.keyboard.type("keyboard sh");
  await page.getByRole("option", { name: "Keyboard shortcuts" }).click();
  await expect(page.getByRole("dialog").getByText("Preview row")).toBeVisible();
});

test("rows are looked at beside the list, and going back finds the row, the scroll and the selection again", async ({ page }) => {
  const table = page.getByRole("grid", { name: "Transactions" });
  await dataRows(table).first().focus();
  for (let row = 0; row < 12; row++) await page.keyboard.press("j");
  await page.keyboard.press("x");
  const current = await page.locator(":focus").getAttribute("data-key");
  await page.keyboard.press("p");
  const beside = page.getByRole("complementary", { name: "Preview" });
  await expect(beside.getByRole("region", { name: "Summary" })).toBeVisible();
  const shown = (await beside.textContent()) ?? "";
  await page.keyboard.press("j");
  await expect(beside).not.toHaveText(shown);
  await page.keyboard.press("k");
  await page.keyboard.press("Space");
  await expect(beside).toBeHidden();
  await page.keyboard.press("p");
  await page.keyboard.press("Escape");
  // Enough time for a panel to open, in case one was requested.
  await untilIdle(page);
  await expect(beside).toBeHidden();
  const selection = page.getByRole("status").filter({ hasText: "1 selected" });
  await expect(selection).toBeVisible();

  const row = page.locator(`[data-key="${current}"]`);
  const before = await row.boundingBox();
  const scrolled = () => table.evaluate((element) => element.scrollTop);
  expect(await scrolled()).toBeGreaterThan(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await page.goBack();
  await expect(row).toBeFocused();
  await expect.poll(() => row.boundingBox()).toEqual(before);
  expect(await scrolled()).toBeGreaterThan(0);
  await expect(selection).toBeVisible();
});

test("the search box suggests while one types: an arrow key chooses, Enter alone still searches", async ({ page }) => {
  const sale = await pickSale(page);
  await openHydrated(page, "/sandbox/corner-cafe/transactions");
  const box = page.getByRole("searchbox").first();
  const options = page.getByRole("listbox").getByRole("option");
  await page.keyboard.press("/");
  await page.keyboard.type("corner");
  await expect(options.filter({ hasText: "Corner Cafe" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(options).toHaveCount(0);
  await box.fill(sale.reference);
  // The record, above the full search that is offered at once.
  await expect(options.first()).toContainText("Corner Cafe");
  await expect(box).not.toHaveAttribute("aria-activedescendant", /./);
  await page.keyboard.press("ArrowDown");
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expectSale(page, sale);
  await expect(options).toHaveCount(0);
  await box.fill("ORD-NOBODY");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/find\?q=ORD-NOBODY$/);
});
