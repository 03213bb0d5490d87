import { confirmIdentity, putBack, waitForHydration } from "../support/app.ts";
import { expect, signInByApi, test } from "../support/test.ts";

// A session of its own: the time is changed only soon after signing in.
test.use({ storageState: async ({ role }, use) => use(await signInByApi(role)) });

test.beforeEach(({ request }) => putBack(request, { method: "PATCH", path: "retention", data: { notifications: null } }));

test("an administrator counts what would go, keeps rows for a year, and takes it back", async ({ page }) => {
  await page.goto("/sandbox/settings/retention");
  const part = page.locator("section", { has: page.getByRole("heading", { name: "Received notifications" }) });
  await expect(part.getByText("Indefinitely", { exact: true })).toBeVisible();
  await waitForHydration(page);
  await part.getByLabel("Delete after (days)").fill("3");
  await part.getByRole("button", { name: "Preview deletion" }).click();
  await expect(part.getByText("At least 7 days.")).toBeVisible();
  await part.getByLabel("Delete after (days)").fill("365");
  await expect(part.getByRole("button", { name: "Keep for 365 days" })).toHaveCount(0);
  await part.getByRole("button", { name: "Preview deletion" }).click();
  await expect(part.getByRole("status")).toContainText("Nothing is older than");
  await part.getByRole("button", { name: "Keep for 365 days" }).click();
  const kept = part.getByText("365 days", { exact: true });
  await confirmIdentity(page, kept);
  await expect(kept).toBeVisible();
  await page.goto("/sandbox/settings/audit?act=retention");
  await expect(page.getByRole("grid", { name: "Audit log" }).getByText("Data retention changed").first()).toBeVisible();
  await page.goto("/sandbox/settings/retention");
  await waitForHydration(page);
  await part.getByRole("button", { name: "Keep indefinitely" }).click();
  await expect(part.getByText("Indefinitely", { exact: true })).toBeVisible();
});

test("who cannot open production reads why the audit log is kept as long as it is", async ({ page }) => {
  await page.goto("/sandbox/settings/retention");
  const part = page.locator("section", { has: page.getByRole("heading", { name: "Audit log" }) });
  await expect(part.getByText("Only administrators who can open production")).toBeVisible();
  await expect(part.getByRole("button", { name: "Preview deletion" })).toHaveCount(0);
});
