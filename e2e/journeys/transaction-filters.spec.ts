import type { Page } from "@playwright/test";
import { chooseFilter, openFilter, pickFilter } from "../support/lists.ts";
import { columnTexts, dataRows, openLedger, rowTimes } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const cafe = "/sandbox/corner-cafe/transactions";

const chips = (page: Page) => page.getByRole("region", { name: "Filters" }).getByRole("button", { name: /^Clear .+:/ });
const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

function dayBefore(days: number): string {
  return new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
}

test("every filter set by hand stands in the address, survives reload and back, and its chip takes it away", {
  annotation: { type: "slow", description: "Sets every filter by hand" },
}, async ({ page }) => {
  const table = await openLedger(page, cafe);
  const [from, to] = [dayBefore(20), dayBefore(1)];

  await test.step("days, typed", async () => {
    await page.getByRole("button", { name: /^Days/ }).press("Enter");
    await expect(page.getByRole("spinbutton", { name: /^day, Start Date/ })).toBeFocused();
    for (const day of [from, to]) await page.keyboard.type(day.split("-").reverse().join(""));
    await expect.poll(() => query(page)).toEqual({ from, to });
    await page.keyboard.press("Enter");
    await expect(page.getByRole("spinbutton")).toHaveCount(0);
  });

  await test.step("direction, currency, terminal, type and amounts", async () => {
    await chooseFilter(page, "Direction", "Money in");
    for (const [label, value] of [
      ["Currency", "EUR"],
      ["Account", "50000000001"],
      ["Terminal", "81000001"],
    ] as const)
      await pickFilter(page, label, value);
    for (const [label, value] of [
      ["Amount from", "3"],
      ["Amount to", "30.00"],
    ] as const) {
      await openFilter(page, label);
      await page.getByRole("textbox", { name: label }).fill(value);
      await page.keyboard.press("Enter");
    }
  });

  const all = {
    from,
    to,
    sign: "credit",
    currency: "EUR",
    account: "50000000001",
    terminal: "81000001",
    amountMin: "3",
    amountMax: "30.00",
  };
  await expect.poll(() => query(page)).toEqual(all);

  await test.step("the rows are those asked for", async () => {
    await expect(page.getByLabel("Filtered totals")).toContainText(/[1-9]\d* transactions? in EUR/);
    await expect.poll(async () => new Set(await columnTexts(table, "Terminal"))).toEqual(new Set(["81000001"]));
    // The address may change before the rows do.
    await expect(async () => {
      const amounts = await columnTexts(table, "Amount");
      expect(amounts.length).toBeGreaterThan(0);
      for (const amount of amounts) {
        expect(amount).toMatch(/^\d{1,2}\.\d\d\s*EUR$/);
        expect(Number.parseFloat(amount)).toBeGreaterThanOrEqual(3);
        expect(Number.parseFloat(amount)).toBeLessThanOrEqual(30);
      }
      for (const time of await rowTimes(table)) {
        expect(time.slice(0, 10) >= from && time.slice(0, 10) <= to).toBe(true);
      }
    }).toPass();
  });

  await test.step("a reload keeps them, in the address, the fields and the rows", async () => {
    await expect.poll(async () => (await columnTexts(table, "Reference")).length).toBeGreaterThan(0);
    const before = await columnTexts(table, "Reference");
    await page.reload();
    await expect(dataRows(table).first()).toBeVisible();
    expect(query(page)).toEqual(all);
    await expect(chips(page)).toHaveCount(7);
    const [first, last] = [from, to].map((day) => `${Number(day.slice(8))} [A-Z][a-z]{2,3}\\b`);
    await expect(page.getByRole("button", { name: new RegExp(`^Days: ${first}.* – ${last}`) })).toBeVisible();
    await expect(page.getByRole("button", { name: "Direction: Money in", exact: true })).toBeVisible();
    await expect.poll(() => columnTexts(table, "Reference")).toEqual(before);
  });

  await test.step("back undoes the last one", async () => {
    await page.goBack();
    await expect(chips(page)).toHaveCount(6);
    await expect.poll(() => query(page)).not.toHaveProperty("amountMax");
    await page.goForward();
    await expect(chips(page)).toHaveCount(7);
  });

  await test.step("chips take away one, or all", async () => {
    await page.getByRole("button", { name: "Clear Terminal: 81000001" }).click();
    await expect(chips(page)).toHaveCount(6);
    const { terminal: _, ...others } = all;
    await expect.poll(() => query(page)).toEqual(others);
    await page.getByRole("button", { name: "Clear filters" }).click();
    await expect(chips(page)).toHaveCount(0);
    await expect.poll(() => query(page)).toEqual({});
  });
});

test("debits over an amount are found as it is typed, whichever way they are signed", async ({ page }) => {
  const table = await openLedger(page, cafe);
  await chooseFilter(page, "Direction", "Money out");
  await openFilter(page, "Amount from");
  await page.getByRole("textbox", { name: "Amount from" }).fill("0,50");
  await page.keyboard.press("Enter");
  await expect.poll(() => query(page)).toEqual({ sign: "debit", amountMin: "0.50" });
  await expect(page.getByLabel("Filtered totals")).toContainText(/[1-9]\d* transactions? in EUR/);
  await expect(async () => {
    const amounts = await columnTexts(table, "Amount");
    expect(amounts.length).toBeGreaterThan(0);
    for (const amount of amounts) expect(Number.parseFloat(amount.replace(/^\D+/, ""))).toBeGreaterThanOrEqual(0.5);
  }).toPass();
  await openFilter(page, "Amount from");
  await page.getByRole("textbox", { name: "Amount from" }).fill("-100");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Use an amount without a sign, such as 100 or 100.50 EUR.").first()).toBeVisible();
  // The list stays, and so does its address.
  await expect(dataRows(table).first()).toBeVisible();
  expect(query(page)).toEqual({ sign: "debit", amountMin: "0.50" });
});

test("days picked in the calendar, type and identifier narrow the list", async ({ page }) => {
  const table = await openLedger(page, cafe);
  await page.getByRole("button", { name: /^Days/ }).click();
  await page.getByRole("button", { name: "Calendar" }).click();
  const days = page.getByRole("dialog").getByRole("gridcell").getByRole("button", { disabled: false });
  await days.first().click();
  await days.nth(2).click();
  await expect.poll(() => Object.keys(query(page))).toEqual(["from", "to"]);
  const { from = "", to = "" } = query(page);
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(2);

  await page.goto(cafe);
  await expect(dataRows(table).first()).toBeVisible();
  const reference = (await columnTexts(table, "Reference")).find((item) => /^POSA/.test(item)) ?? "";
  await page.getByRole("textbox", { name: "Reference or order" }).fill(reference.toLowerCase());
  await page.keyboard.press("Enter");
  await expect.poll(async () => new Set(await columnTexts(table, "Reference"))).toEqual(new Set([reference]));

  await page.goto(`${cafe}?type=013`);
  await expect.poll(async () => new Set(await columnTexts(table, "Type"))).toEqual(new Set(["Payment"]));
});

test("who comes back from a row of a narrowed list finds the list as it was", async ({ page }) => {
  const table = await openLedger(page, cafe);
  await chooseFilter(page, "Direction", "Money in");
  await expect.poll(() => query(page)).toEqual({ sign: "credit" });
  await expect(async () => {
    const amounts = await columnTexts(table, "Amount");
    expect(amounts.length).toBeGreaterThan(0);
    for (const amount of amounts) expect(amount).toMatch(/^\d/);
  }).toPass();
  await dataRows(table).first().focus();
  for (let turn = 0; turn < 3; turn++) await page.keyboard.press("PageDown");
  const key = await table.locator("[role=row]:focus").getAttribute("data-key");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await page.goBack();
  await expect(table.locator(`[role=row][data-key="${key}"]`)).toBeFocused();
});

test("the whole of the days is reached by scrolling, each row once, and back to the first", async ({ page }) => {
  const table = await openLedger(page, `${cafe}?fees=shown&from=${dayBefore(25)}&to=${dayBefore(1)}`);
  const totals = page.getByLabel("Filtered totals").getByRole("term");
  await expect(page.getByText("More rows are being read")).toHaveCount(0);
  await expect(totals.first()).toBeVisible();
  const total = (await totals.allTextContents()).reduce((sum, text) => sum + Number(text.split(" ")[0]?.replace(/,/g, "")), 0);
  expect(total).toBeGreaterThan(100);
  const first = await dataRows(table).first().getAttribute("data-key");

  const seen = new Set<string>();
  const collect = async () => {
    const rows = table.locator("[role=row][data-key]");
    for (const key of await rows.evaluateAll((all) => all.map((row) => row.getAttribute("data-key") ?? ""))) seen.add(key);
  };
  await table.hover();
  let step = 380;
  await expect
    .poll(
      async () => {
        await collect();
        await page.mouse.wheel(0, step);
        const isAtEnd = await table.evaluate(
          ({ scrollTop, clientHeight, scrollHeight }) => scrollTop + clientHeight >= scrollHeight,
        );
        const isAtStart = await table.evaluate(({ scrollTop }) => scrollTop === 0);
        if (isAtEnd) step = -Math.abs(step);
        if (isAtStart) step = Math.abs(step);
        return seen.size;
      },
      { intervals: [30] },
    )
    .toBe(total);

  await page.mouse.wheel(0, -1_000_000);
  await expect(dataRows(table).first()).toHaveAttribute("data-key", first ?? "");
});

test("the search box takes fields, and names them when there is none of that name", async ({ page }) => {
  const table = await openLedger(page, `${cafe}?sign=credit`);
  const box = page.getByRole("searchbox", { name: "Search by reference, order, amount or card" });
  await box.fill("merchant:corner-cafe currency:eur amount:3,5");
  await box.press("Enter");
  await expect(page).toHaveURL(/\/sandbox\/transactions\?/);
  expect(query(page)).toEqual({ merchant: "corner-cafe", currency: "EUR", amountMin: "3.5", amountMax: "3.5" });
  await expect(table.or(page.getByText("No transactions", { exact: false })).first()).toBeVisible();
  await box.fill("ordr:ORD-1");
  await box.press("Enter");
  await expect(page.getByText("There is no field “ordr”.")).toBeVisible();
  await expect(page.getByText("Fields: order: ref: card:")).toHaveCount(1);
  await page.goto("/sandbox/find");
  await expect(page.getByText("4242 12.34 · order:ORD-1")).toBeVisible();
});

test("the references of all rows that match go to the bulk lookup", async ({ page }) => {
  await openLedger(page, `${cafe}?terminal=81000002&sign=credit&from=${dayBefore(20)}&to=${dayBefore(1)}`);
  await page.getByRole("checkbox", { name: "Select all" }).first().click();
  await page.getByRole("button", { name: "Look up their references" }).click();
  await expect(page).toHaveURL(/\/sandbox\/lookup\?list=[\w-]{22}&merchant=corner-cafe$/);
  await expect(page.getByText(/^\d+ found, 0 not found, 0 not checked$/)).toBeVisible();
});
