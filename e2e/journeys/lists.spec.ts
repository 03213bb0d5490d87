import type { Page } from "@playwright/test";
import { payOrders, waitForHydration } from "../support/app.ts";
import { takePayment } from "../support/every-page.ts";
import { chooseFilter } from "../support/lists.ts";
import { columnTexts, dataRows, openLedger } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const cafe = "/sandbox/corner-cafe/transactions";
const all = "/sandbox/transactions";
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);
const preview = (page: Page) => page.getByRole("complementary", { name: "Preview" });

test("fees are folded into their sale until they are shown, and totals count them either way", async ({ page }) => {
  // Again where the ledger was still being read for the first time, which adds rows between the two counts.
  await expect(async () => {
    const table = await openLedger(page, `${cafe}?to=${beforeToday}`);
    const totals = page.getByLabel("Filtered totals");
    await expect(totals).toContainText("fees included");
    expect(await columnTexts(table, "Type")).not.toContain("Fee");
    const counted = /^[\d,]+/.exec((await totals.textContent()) ?? "")?.[0];
    await page.getByRole("button", { name: "Show fees" }).click();
    await expect.poll(() => query(page)).toEqual({ fees: "shown", to: beforeToday });
    await expect.poll(() => columnTexts(table, "Type")).toContain("Fee");
    await expect(totals).not.toContainText("fees included");
    expect(/^[\d,]+/.exec((await totals.textContent()) ?? "")?.[0]).toBe(counted);
  }).toPass();
  await page.reload();
  await expect(page.getByRole("button", { name: "Show fees" })).toHaveAttribute("aria-pressed", "true");
});

/** Other journeys pay meanwhile, so that rows come on top of today's. */
const beforeToday = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10);

/** Lists and whether their rows have a preview and a page. */
const lists = [
  [`${all}?to=${beforeToday}`, "Transactions", { hasDrawer: true, opens: true }],
  ["/sandbox/knigi-online/notifications", "Received notifications", { hasDrawer: true, opens: true }],
  ["/sandbox/merchants", "Merchants", { hasDrawer: false, opens: true }],
  ["/sandbox/settings/audit", "Audit log", { hasDrawer: true, opens: false }],
  ["/sandbox/settings/staff", "Team", { hasDrawer: true, opens: false }],
] as const;

for (const [path, name, { hasDrawer, opens }] of lists) {
  test(`${name}: keys work from page load, and each has a way by mouse`, async ({ page, context, request }) => {
    await payOrders(request, 1);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const table = page.getByRole("grid", { name, exact: true });
    const open = async () => {
      await page.goto(path);
      await expect(dataRows(table).first()).toBeVisible();
      await waitForHydration(page);
    };
    const copied = () => page.evaluate(() => navigator.clipboard.readText());
    const clear = () => page.evaluate(() => navigator.clipboard.writeText(""));
    const row = dataRows(table).first();
    const key = () => page.locator("[role=row]:focus").getAttribute("data-key");

    // Again where a row came on top between the two, and below between the look and the key.
    await expect(async () => {
      await open();
      await clear();
      await page.keyboard.press("c");
      await expect.poll(copied).not.toBe("");
      const byKey = await copied();
      await clear();
      await row.hover();
      await row.getByRole("button", { name: /^Copy / }).click();
      await expect.poll(copied).not.toBe("");
      expect(await copied()).toBe(byKey);
    }).toPass();

    await open();
    await page.keyboard.press("x");
    await expect(page.getByText("1 selected")).toBeVisible();
    await row.getByRole("checkbox").click();
    await expect(page.getByText("1 selected")).toHaveCount(0);

    await expect(async () => {
      await open();
      const first = await row.getAttribute("data-key");
      await page.keyboard.press("j");
      expect(await key()).toBe(first);
    }).toPass();

    if (hasDrawer) {
      await open();
      await page.keyboard.press("Space");
      await expect(preview(page)).toBeVisible();
      await page.keyboard.press("Escape");
      await expect(preview(page)).toHaveCount(0);
      await row
        .locator("[role=gridcell]")
        .nth(1)
        .click({ position: { x: 4, y: 8 } });
      await expect(preview(page)).toBeVisible();
    }
    if (opens) {
      await open();
      const before = page.url();
      await page.keyboard.press("Enter");
      await expect.poll(() => page.url()).not.toBe(before);
      await open();
      await row
        .locator("[role=gridcell]")
        .nth(1)
        .dblclick({ position: { x: 4, y: 8 } });
      await expect.poll(() => page.url()).not.toBe(before);
    }
  });
}

test("the second of two clicks follows no link, which would open the page twice", async ({ page }) => {
  const table = await openLedger(page, cafe);
  const link = dataRows(table).first().locator("a[data-row-link]");
  const isPrevented = await link.evaluate((target) => {
    const second = new MouseEvent("click", { bubbles: true, cancelable: true, detail: 2 });
    return !target.dispatchEvent(second);
  });
  expect(isPrevented).toBe(true);
});

test("a preview stays while its row is scrolled far away, and Escape in it leads back to the list", async ({ page }) => {
  const table = await openLedger(page, `${cafe}?to=${beforeToday}`);
  const row = dataRows(table).first();
  const first = await row.getAttribute("data-key");
  await row.focus();
  await page.keyboard.press("p");
  const title = await preview(page).getByRole("heading").first().textContent();
  const scrollBy = (rows: number) =>
    table.evaluate((element, count) => element.scrollTo({ top: count * Number(element.dataset.rowHeight) }), rows);
  const far = table.locator("[data-index='255'][data-key]");
  await expect(async () => {
    // Only as far as rows are loaded; each time further.
    await scrollBy(250);
    expect(await far.count()).toBe(1);
  }).toPass();
  await expect(preview(page).getByRole("heading").first()).toHaveText(title ?? "");
  await scrollBy(0);
  await expect(row).toHaveAttribute("data-key", first ?? "");
  await preview(page).getByRole("heading").first().click();
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await expect(row).toBeFocused();
});

/** Keys besides the value itself, from page load. */
const settable = [
  { keys: ["f", "Enter"], value: "" },
  { keys: ["f", "m", "Enter", "Enter", "Escape"], value: "", set: "merchant" },
  { keys: ["f", "t", "Enter", "Enter", "Escape"], value: "", set: "type" },
  { keys: ["f", "d", "Enter", "Enter"], value: "", set: "sign" },
  { keys: ["f", "a", "a", "Enter"], value: "10", set: "amountMin" },
  { keys: ["f", "a", "a", "a", "Enter"], value: "100", set: "amountMax" },
  { keys: ["f", "c", "Enter"], value: "0327", set: "card" },
  { keys: ["f", "c", "c", "Enter", "Enter"], value: "", set: "currency" },
  { keys: ["f", "o", "Enter"], value: "ORD-1", set: "orderNumber" },
  { keys: ["f", "a", "Enter", "Enter"], value: "", set: "account" },
  { keys: ["f", "t", "t", "Enter", "Enter"], value: "", set: "terminal" },
];

/** The focus is on a value of the filter, no longer on its name. */
const valueFocused =
  '[role=dialog] ul:not([aria-label="Filter"]) button:focus, [role=dialog] :is(input, [role=spinbutton]):focus';

test("each filter is set with at most six keys besides its value", {
  annotation: { type: "slow", description: "Sets eleven filters, each from page load" },
}, async ({ page }) => {
  for (const { keys, value, set } of settable) {
    await openLedger(page, all);
    let pressed = 0;
    for (const [at, key] of keys.entries()) {
      await page.keyboard.press(key);
      pressed++;
      if (key === "f") await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
      // The values may still have to be loaded.
      else if (key === "Enter" && keys.indexOf("Enter") === at) await expect(page.locator(valueFocused)).toBeVisible();
    }
    if (value !== "") {
      await page.keyboard.type(value);
      await page.keyboard.press("Enter");
      pressed++;
    }
    expect(pressed, keys.join(" ")).toBeLessThanOrEqual(6);
    if (set) await expect.poll(() => Object.keys(query(page)), keys.join(" ")).toEqual([set]);
  }
});

test("behind a filter that was set, f chooses another", async ({ page }) => {
  await openLedger(page, all);
  for (const key of ["f", "d", "Enter"]) await page.keyboard.press(key);
  await expect(page.locator(valueFocused)).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.keyboard.press("f");
  await expect(page.getByRole("dialog", { name: "Filter" })).toBeVisible();
});

test("a wrong value is refused in its popover, and the list stays", async ({ page }) => {
  const table = await openLedger(page, all);
  await page.keyboard.press("f");
  await page.getByRole("button", { name: "Card (last four digits)" }).click();
  await page.getByRole("textbox", { name: "Card (last four digits)" }).fill("29");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Use the last four digits, such as 2979.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Card (last four digits)" })).toBeVisible();
  await expect(dataRows(table).first()).toBeVisible();
  expect(query(page)).toEqual({});
});

test("two merchants are compared over the same 30 days with three clicks from the merchants", async ({ page }) => {
  await page.goto("/sandbox/merchants");
  const rows = dataRows(page.getByRole("grid", { name: "Merchants" }));
  await expect(rows.nth(1)).toBeVisible();
  await waitForHydration(page);
  for (const at of [0, 1]) await rows.nth(at).getByRole("checkbox").click();
  await page.getByRole("link", { name: "Compare 2" }).click();
  await expect(page.getByRole("table", { name: /Compar/ })).toBeVisible();
  expect(query(page)).toHaveProperty("compare");
});

test("letters typed right behind m are in the search of merchants", async ({ page }) => {
  await openLedger(page, all);
  await page.keyboard.type("mcorner");
  await expect(page.getByRole("dialog").getByRole("textbox")).toHaveValue("corner");
  await expect(page.getByRole("dialog").getByRole("link", { name: "Corner Cafe" }).first()).toBeVisible();
});

test("terminal payments are narrowed by a currency and a terminal picked from those that exist", async ({ page, request }) => {
  await takePayment(request);
  await page.goto("/sandbox/corner-cafe/payments");
  await waitForHydration(page);
  await chooseFilter(page, "Currency", "EUR");
  await chooseFilter(page, "Terminal", "81000001");
  await expect.poll(() => query(page)).toEqual({ currency: "EUR", terminal: "81000001" });
  await page.reload();
  await expect(page.getByRole("region", { name: "Filters" })).toContainText("81000001");
});
