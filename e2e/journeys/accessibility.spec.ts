import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { openCafe } from "../support/desk.ts";
import { expect, nobody, test } from "../support/test.ts";

const pages = [
  "/sandbox",
  "/sandbox/transactions",
  "/sandbox/payments",
  "/sandbox/notifications",
  "/sandbox/lookup",
  "/sandbox/find?q=12.34",
  "/sandbox/corner-cafe",
  "/sandbox/corner-cafe/transactions",
  "/sandbox/corner-cafe/payments",
  "/sandbox/corner-cafe/payments/new",
  "/sandbox/corner-cafe/payments/link",
  "/sandbox/corner-cafe/notifications",
  "/sandbox/corner-cafe/endpoints",
  "/sandbox/corner-cafe/connection",
  "/sandbox/refused/transactions",
  "/sandbox/settings/connection",
  "/sandbox/settings/account",
  "/sandbox/settings/staff",
  "/sandbox/settings/retention",
  "/sandbox/settings/audit",
  "/demo",
];

async function expectNoBarriers(page: Page, open: () => Promise<void>): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await open();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
    const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`);
    expect(found, colorScheme).toEqual([]);
  }
}

const opened = (page: Page, path: string) => async () => void (await page.goto(path));

for (const path of pages) {
  test(`${path} has no accessibility violation in either theme`, async ({ page }) => {
    // The overview alone holds hundreds of things to look at.
    test.setTimeout(120_000);
    await expectNoBarriers(page, opened(page, path));
  });
}

test("a transaction has no accessibility violation in either theme", async ({ page }) => {
  await openCafe(page);
  await page.getByRole("row").nth(1).getByRole("gridcell").nth(1).click();
  await expect(page.getByRole("heading", { name: "What the gateway shows" })).toBeVisible();
  await expectNoBarriers(page, opened(page, page.url()));
});

test("the palette, the panel beside a list and the help have no accessibility violation in either theme", async ({ page }) => {
  test.setTimeout(120_000);
  await openCafe(page);
  await expectNoBarriers(page, async () => {
    await openCafe(page);
    await page.getByRole("row").nth(2).focus();
    await page.keyboard.press("p");
    await expect(page.getByRole("complementary", { name: "Beside the list" }).getByRole("heading", { level: 3 })).toBeVisible();
  });
  await expectNoBarriers(page, async () => {
    await openCafe(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("12");
    await expect(page.getByRole("option").first()).toBeVisible();
  });
});

test.describe("to nobody", () => {
  test.use({ storageState: nobody });
  for (const path of ["/login", "/join#unknown"]) {
    test(`${path} has no accessibility violation in either theme`, async ({ page }) => {
      await expectNoBarriers(page, opened(page, path));
    });
  }
});

test("no page scrolls sideways on a telephone", async ({ page }) => {
  test.setTimeout(120_000);
  await page.setViewportSize({ width: 360, height: 740 });
  const wide: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const over = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    if (over > 0) wide.push(`${path} by ${over} px`);
  }
  expect(wide).toEqual([]);
});
