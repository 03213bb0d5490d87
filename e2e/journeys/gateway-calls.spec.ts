import { waitForHydration } from "../support/app.ts";
import { expect, test } from "../support/test.ts";

test("errors of the gateway are grouped, and lead to their calls", async ({ page }) => {
  // The gateway does not know it.
  await page.request.get("/api/sandbox/corner-cafe/transactions/POSA00000000NONE");
  await page.goto("/sandbox/calls");
  await waitForHydration(page);
  const errors = page.getByRole("grid", { name: "Errors" });
  const group = errors.getByRole("row").filter({ hasText: "404" }).filter({ hasText: "Read transaction" });
  await expect(async () => {
    await page.getByRole("button", { name: "Refresh" }).click();
    await expect(group).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await group.getByRole("link").click();
  await expect(page).toHaveURL(/outcome=404/);
  const statuses = page.getByRole("grid", { name: "Gateway calls" }).getByText(/^[2-5]\d\d$/);
  await expect(statuses.first()).toHaveText("404");
  expect(new Set(await statuses.allTextContents())).toEqual(new Set(["404"]));
  await page.getByRole("button", { name: "Show all calls" }).click();
  await expect(page.getByRole("grid", { name: "Gateway calls" })).toContainText("200");
  await page.getByRole("radio", { name: "7 days" }).click();
  await expect(page).toHaveURL(/period=week/);
  await expect(group).toBeVisible();
});
