import type { APIRequestContext, Page } from "@playwright/test";
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
  const { merchant = "", id = "" } = await firstOf(request, "notifications");
  const wide: string[] = [];
  for (const [path, ready] of [
    [`/sandbox/moda-ritorni/transactions/${encodeURIComponent(reference)}`, "Details by the gateway"],
    [`/sandbox/${merchant}/notifications/${id}`, ""],
    [`/sandbox/lookup?refs=${encodeURIComponent(`${reference},POSA00000000NONE`)}`, "Looked up references"],
    [`/sandbox/find?q=${encodeURIComponent(reference)}`, ""],
    ["/sandbox/corner-cafe/transactions?from=2026-03-02&to=2026-03-01", ""],
    ["/sandbox/no-such-merchant/transactions", ""],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    if (ready !== "") await expect(page.getByLabel(ready)).toBeVisible({ timeout: 30_000 });
    await expect(page.getByLabel(/^Loading/)).toHaveCount(0, { timeout: 30_000 });
    const px = await sidewaysPx(page);
    if (px > 0) wide.push(`${path} by ${px} px`);
  }
  expect(wide).toEqual([]);
});

test("on a telephone the navigation opens from its button and leads to a merchant", async ({ page }) => {
  await page.goto("/sandbox");
  await page.getByRole("button", { name: /navigation|menu/i }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Corner Cafe" }).click();
  await expect(page).toHaveURL(/\/corner-cafe\/transactions/);
  await expect(page.getByRole("dialog")).toHaveCount(0);

  await page.getByRole("button", { name: /navigation|menu/i }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Corner Cafe" }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});
