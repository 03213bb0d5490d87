import { openCafe, waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

type Sale = { reference: string | null; type: string; pan: string | null };

test("what to say to the caller is copied by one key, in the language that one click chooses", async ({ page }) => {
  await openCafe(page);
  const response = await page.request.get("/api/sandbox/corner-cafe/transactions?limit=200&sign=credit");
  const { items } = (await response.json()) as { items: Sale[] };
  const sale = items.find(({ reference, pan }) => reference !== null && pan !== null);
  await page.goto(`/sandbox/corner-cafe/transactions/${sale?.reference}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const summary = page.getByRole("region", { name: "Summary" });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect(summary.locator("p[lang=en-GB]")).toHaveText(/ by card ending \d{4}/);
  await waitForHydration(page);
  await page.keyboard.press("s");
  await expect.poll(copied).toBe(await summary.locator("p[lang=en-GB]").textContent());
  await summary.getByText("DE", { exact: true }).click();
  await expect(summary.locator("p[lang=de-DE]")).toHaveText(/Karte mit den Endziffern \d{4}/);
  await page.keyboard.press("s");
  await expect.poll(copied).toBe(await summary.locator("p[lang=de-DE]").textContent());
  await page.reload();
  await expect(summary.locator("p[lang=de-DE]")).toBeVisible();
});
