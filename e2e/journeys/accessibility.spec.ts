import AxeBuilder from "@axe-core/playwright";
import { expect, test } from "@playwright/test";
import { openCafe, signIn } from "../support/desk.ts";

const pages = [
  "/sandbox",
  "/sandbox/transactions",
  "/sandbox/payments",
  "/sandbox/notifications",
  "/sandbox/lookup",
  "/sandbox/find?q=12.34",
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
  "/sandbox/settings/audit",
  "/demo",
];

for (const theme of ["light", "dark"] as const) {
  test(`no page has an accessibility violation in the ${theme} theme`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: "reduce" });
    const violations: string[] = [];
    const check = async (path: string) => {
      const { violations: found } = await new AxeBuilder({ page }).analyze();
      violations.push(
        ...found.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`),
      );
    };
    await page.goto("/login");
    await check("/login");
    await signIn(page);
    for (const path of pages) {
      await page.goto(path);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByLabel(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
      await check(path);
    }
    await openCafe(page);
    await page.getByRole("row").nth(1).getByRole("gridcell").nth(1).click();
    await expect(page.getByRole("heading", { name: "What the gateway shows" })).toBeVisible();
    await check("a transaction");
    expect(violations).toEqual([]);
  });
}

test("no page scrolls sideways on a telephone", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await signIn(page);
  const wide: string[] = [];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const over = await page.evaluate(() => (document.scrollingElement?.scrollWidth ?? 0) - innerWidth);
    if (over > 0) wide.push(`${path} by ${over} px`);
  }
  expect(wide).toEqual([]);
});
