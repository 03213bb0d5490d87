import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { stamp, waitForHydration } from "../support/app.ts";
import { chooseMerchant } from "../support/lists.ts";
import { expect, test } from "../support/test.ts";

test.use({ viewport: { width: 360, height: 740 } });

async function firstOf(request: APIRequestContext, path: string): Promise<Record<string, string>> {
  const { items } = await (await request.get(`/api/sandbox/${path}?limit=20`)).json();
  expect(items.length, path).toBeGreaterThan(0);
  return items.find((item: { reference?: string | null }) => item.reference !== null) ?? items[0];
}

const sidewaysPx = (page: Page) => page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);

test("single records and full results scroll no page sideways on a telephone", async ({ page, request }) => {
  const { reference = "" } = await firstOf(request, "moda-ritorni/transactions");
  await page.goto(`/sandbox-gateway/checkout/moda-ritorni?amount=12.34&currency=EUR&order=NARROW-${stamp()}`);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await expect(page.getByRole("heading", { name: "Payment confirmed" })).toBeVisible();
  const { merchant = "", id = "" } = await firstOf(request, "notifications");
  const wide: string[] = [];
  for (const [path, ready] of [
    [`/sandbox/moda-ritorni/transactions/${encodeURIComponent(reference)}`, page.getByRole("region", { name: "Summary" })],
    [`/sandbox/${merchant}/notifications/${id}`, undefined],
    [
      `/sandbox/lookup?refs=${encodeURIComponent(`${reference},POSA00000000NONE`)}`,
      page.getByRole("grid", { name: "References" }),
    ],
    [`/sandbox/find?q=${encodeURIComponent(reference)}`, undefined],
    ["/sandbox/corner-cafe/transactions?from=2026-03-02&to=2026-03-01", undefined],
    ["/sandbox/no-such-merchant/transactions", undefined],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (ready) await expect(ready).toBeVisible();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0);
    const px = await sidewaysPx(page);
    if (px > 0) wide.push(`${path} by ${px} px`);
  }
  expect(wide).toEqual([]);
});

test("on a telephone the navigation opens from its button and leads to a merchant", async ({ page }) => {
  await page.goto("/sandbox");
  await waitForHydration(page);
  await page.getByRole("button", { name: /navigation|menu/i }).click();
  await chooseMerchant(page, "Corner Cafe");
  await expect(page).toHaveURL(/\/corner-cafe$/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /navigation|menu/i }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** The row's visible cells: those that lie within the table's width. */
function cellsInSight(row: Locator): Promise<string[]> {
  return row.evaluate((element) => {
    const table = element.closest("[role=grid]")?.getBoundingClientRect();
    const isInSight = (cell: Element) => {
      const { left, right, width } = cell.getBoundingClientRect();
      return table !== undefined && width > 0 && left >= table.left - 1 && right <= table.right + 1;
    };
    return [...element.querySelectorAll("[role=rowheader], [role=gridcell]")]
      .filter(isInSight)
      .map((cell) => cell.textContent ?? "")
      .filter((text) => text !== "");
  });
}

const time = /^\d{1,2} [A-Z][a-z]{2} \d{2}:\d{2}$/;
const money = /^[−\d].* [A-Z]{3}$/;

test("a row says on a telephone what it is, how much, when and whose, in two lines", async ({ page }) => {
  await page.goto("/sandbox/transactions");
  await waitForHydration(page);
  const row = page.getByRole("row").nth(1);
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(52);
  const texts = await cellsInSight(row);
  expect(texts).toHaveLength(5);
  expect(texts.filter((text) => time.test(text))).toHaveLength(1);
  expect(texts.filter((text) => money.test(text))).toHaveLength(1);
  const merchants: { name: string }[] = await (await page.request.get("/api/sandbox/merchants")).json();
  expect(texts.filter((text) => merchants.some(({ name }) => name === text))).toHaveLength(1);
  await row.click();
  await expect(page).toHaveURL(/\/transactions\/./);
});

test("rows without a page of their own say all they know on a telephone, and what each value is", async ({ page }) => {
  await page.goto("/sandbox/settings/account");
  const row = page.getByRole("grid", { name: "Sessions", exact: true }).getByRole("row").nth(1);
  await waitForHydration(page);
  // Hydration may still replace the server-rendered row.
  await expect(async () => {
    const texts = await row.locator("[role=rowheader], [role=gridcell]").allTextContents();
    expect(texts.length).toBeGreaterThan(4);
    expect(await cellsInSight(row)).toEqual(texts.filter((text) => text !== ""));
  }).toPass();
  const shown = await row
    .locator('[data-label="Last used"]')
    .evaluate((cell) => getComputedStyle(cell, "::before").getPropertyValue("content"));
  expect(shown).toBe('"Last used"');
});

test("rows of two lines without a page of their own open a preview that says the rest", async ({ page }) => {
  for (const [path, name, label] of [
    ["/sandbox/settings/staff", "Team", "Last seen"],
    ["/sandbox/settings/audit", "Audit log", "IP address"],
  ] as const) {
    await page.goto(path);
    await waitForHydration(page);
    const row = page.getByRole("grid", { name, exact: true }).getByRole("row").nth(1);
    await expect.poll(async () => (await row.boundingBox())?.height, path).toBe(52);
    await row.locator("[data-narrow=title]").click();
    await expect(page.getByRole("complementary", { name: "Preview" }).getByText(label), path).toBeVisible();
  }
});

for (const [width, besideIt] of [
  [1440, 36],
  [1280, 52],
] as const) {
  test.describe(`beside a panel at ${width} px`, () => {
    test.use({ viewport: { width, height: 900 } });

    for (const [place, keys] of [
      ["in its middle", Array.from({ length: 6 }, () => "PageDown")],
      ["at its end", ["End"]],
    ] as const) {
      test(`the list keeps amounts in sight and stays where it was ${place}`, async ({ page }) => {
        await page.goto("/sandbox/transactions");
        await waitForHydration(page);
        await page.getByRole("row").nth(1).focus();
        for (const key of keys) await page.keyboard.press(key);
        const row = page.locator("[role=row]:focus");
        const key = await row.getAttribute("data-key");
        await page.keyboard.press("p");
        await expect(page.getByRole("complementary", { name: "Preview" })).toBeVisible();
        await expect.poll(async () => (await row.boundingBox())?.height).toBe(besideIt);
        expect(await row.getAttribute("data-key")).toBe(key);
        await expect(row).toBeInViewport();
        expect((await cellsInSight(row)).filter((text) => money.test(text))).toHaveLength(1);

        await page.keyboard.press("Escape");
        await expect.poll(async () => (await row.boundingBox())?.height).toBe(36);
        expect(await row.getAttribute("data-key")).toBe(key);
        await expect(row).toBeInViewport();
      });
    }
  });
}
