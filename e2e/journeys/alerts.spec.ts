import type { Page } from "@playwright/test";
import { openAlertOfMany } from "../support/alert-of-many.ts";
import { payOrders, stamp, waitForHydration } from "../support/app.ts";
import { resolveRefused, sendRefused } from "../support/refused-notification.ts";
import { addColleague } from "../support/restricted-staff.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows } from "../support/tables.ts";
import { expect, signInAs, test } from "../support/test.ts";

test("a genuine notification that our rules refuse raises an alert that leads to it and can be resolved", async ({
  page,
  request,
}) => {
  await resolveRefused(request, "corner-cafe");
  await page.goto("/sandbox/alerts");
  await waitForHydration(page);
  const orderId = `REFUSED-${stamp()}`;
  await sendRefused("corner-cafe", orderId);
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await expect(navigation.getByRole("link", { name: /^Needs attention \d+ open alert/ })).toBeVisible();
  await expect(page).toHaveTitle(/^\(\d+\) Needs attention/);
  const row = page
    .getByRole("row", { name: /Correctly signed notifications rejected by our rules/ })
    .filter({ hasText: "Corner Cafe" });
  await expect(row).toContainText("one of our rules rejected them");
  await row.getByRole("button", { name: /^Comment/ }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What is known about it").fill("Asked support");
  await dialog.getByRole("button", { name: "Save comment" }).click();
  await expect(row).toContainText(/@.*: Asked support/);
  await row.getByRole("button", { name: /^Acknowledge/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("radio", { name: "Acknowledged" }).click();
  await expect(row).toContainText(/Acknowledged by .*@/);
  await row.getByRole("link").click();
  await expect(page).toHaveURL(/corner-cafe\/notifications\?flag=genuine_refused/);
  const refused = page.getByRole("row").filter({ hasText: orderId });
  await expect(refused.getByTitle(/Amount must be digits/)).toHaveText("Rejected");
  await page.goto("/sandbox/alerts?status=acknowledged&merchant=bodega-del-sol");
  await expect(page.getByRole("main").getByText("No alerts found")).toBeVisible();
  await page.goto("/sandbox/alerts?status=acknowledged&merchant=corner-cafe");
  await waitForHydration(page);
  await row.getByRole("button", { name: /^Resolve/ }).click();
  await expect(row).toHaveCount(0);
  await page.getByRole("radio", { name: "Resolved" }).click();
  await expect(row.first()).toContainText(/Resolved by .*@/);
  await page.goto("/sandbox/settings/audit?act=alert");
  await expect(page.getByRole("grid", { name: "Audit log" }).getByText("Alert resolved").first()).toBeVisible();
});

test("a comment that is being written stays when its alert leaves the list", async ({ page, request }) => {
  await sendRefused("knigi-online", `REFUSED-${stamp()}`);
  await page.goto("/sandbox/alerts?merchant=knigi-online");
  await waitForHydration(page);
  // Behind a dialog a row has no role.
  const rows = page.locator("[role=row][data-key]");
  const row = rows.filter({ hasText: "Correctly signed notifications rejected by our rules" });
  const id = await row.getAttribute("data-key");
  await row.getByRole("button", { name: /^Comment/ }).click();
  const dialog = page.getByRole("dialog");
  const field = dialog.getByLabel("What is known about it");
  await field.fill("Asked support");
  const answer = await request.post(`/api/sandbox/alerts/${id}/resolve`, { headers: { origin } });
  expect(answer.ok()).toBe(true);
  // Its event lets the list be read again.
  await payOrders(request, 1);
  await expect(row).toHaveCount(0);
  await expect(field).toHaveValue("Asked support");
  await dialog.getByRole("button", { name: "Save comment" }).click();
  await expect(dialog).toHaveCount(0);
});

test("the navigation counts what its list shows, also from a merchant's page", async ({ page }) => {
  await sendRefused("corner-cafe", `REFUSED-${stamp()}`);
  await page.goto("/sandbox/bodega-del-sol/transactions");
  await waitForHydration(page);
  const link = page
    .getByRole("navigation", { name: "Navigation" })
    .getByRole("link", { name: /^Needs attention \d+ open alert/ });
  await link.click();
  await expect(page).toHaveURL(/\/sandbox\/alerts$/);
  const rows = dataRows(page.getByRole("main").getByRole("grid"));
  // Other journeys may raise one between the two.
  await expect(async () => {
    const count = Number.parseInt((await link.getByText(/^\d+ open alert/).textContent()) ?? "", 10);
    await expect(rows).toHaveCount(count, { timeout: 1_000 });
  }).toPass();
});

test("staff of some merchants see an alert of many with only theirs counted, and cannot close it for the others", async ({
  page,
  browser,
}) => {
  const id = await openAlertOfMany(["corner-cafe", "bodega-del-sol", "knigi-online", "taxi-athina"]);
  const row = (of: Page) =>
    of.getByRole("row", { name: /The gateway behaves differently than before/ }).filter({ hasText: /\d merchants/ });
  const { email, password } = await addColleague("some-alerts@counterfoil.example", {
    role: "support",
    merchants: ["sandbox/corner-cafe", "sandbox/knigi-online"],
  });
  const context = await browser.newContext({ storageState: await signInAs({ email, password }) });
  const theirs = await context.newPage();
  await theirs.goto("/sandbox/alerts");
  await expect(row(theirs)).toContainText("2 merchants");
  await expect(row(theirs)).toContainText("Only yours are counted");
  await expect(row(theirs).getByRole("button")).toHaveCount(0);
  await expect(theirs.getByRole("navigation", { name: "Navigation" }).getByText(/^\d+ open alert/)).toBeVisible();
  await context.close();

  await page.goto("/sandbox/alerts");
  await waitForHydration(page);
  await expect(row(page)).toContainText("4 merchants");
  await page.goto(`/sandbox/merchants?alert=${id}`);
  const merchants = dataRows(page.getByRole("grid", { name: "Merchants" }));
  await expect(merchants).toHaveCount(4);
  await waitForHydration(page);
  await page.getByRole("button", { name: "Clear Alert: its merchants" }).click();
  await expect(merchants.nth(4)).toBeVisible();
  await page.goto("/sandbox/alerts");
  await waitForHydration(page);
  await row(page)
    .getByRole("button", { name: /^Resolve/ })
    .click();
  await expect(row(page)).toHaveCount(0);
});
