import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import { payOrders, stamp, waitForHydration } from "../support/app.ts";
import { exportList, exportRows } from "../support/exports.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test("terminal payments and notifications are written into files as they are filtered", async ({ page, request }) => {
  const referenceNumber = `EXPORT-${stamp()}`;
  const made = await request.post("/api/sandbox/corner-cafe/payments", {
    headers: { origin, "idempotency-key": referenceNumber },
    data: { amountMinor: 1_234, currency: "EUR", terminalId: "81000001", referenceNumber },
  });
  expect(made.status()).toBe(201);
  await page.goto(`/sandbox/payments?q=${encodeURIComponent(referenceNumber)}`);
  await waitForHydration(page);
  await expect(dataRows(page.getByRole("grid", { name: "Terminal payments" }))).toHaveCount(1);
  const payments = await exportRows(page);
  expect(payments.map((row) => Object.values(row))).toEqual([expect.arrayContaining([referenceNumber])]);

  await payOrders(request, 1);
  await page.goto("/sandbox/knigi-online/notifications?q=ARRIVE");
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Received notifications" }));
  await expect(rows.first()).toContainText("ARRIVE-");
  const notifications = await exportRows(page);
  expect(notifications.length).toBeGreaterThan(0);
  for (const row of notifications) expect(Object.values(row)).toContainEqual(expect.stringMatching(/^ARRIVE-/));

  const { sheets } = await readXlsx(await readFile(await exportList(page, "Excel")));
  expect(sheets[0]?.rows[0]).toEqual(Object.keys(notifications[0] ?? {}));
  expect(sheets[0]?.rows.length).toBeGreaterThan(notifications.length);
});

test("a file that cannot be had since the server is away is said to be missing, in the user's words", async ({ page }) => {
  await page.goto("/sandbox/payments");
  await waitForHydration(page);
  await page.route("**/payments/export", (route) => route.abort(), { times: 1 });
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await page.getByRole("menuitem", { name: "CSV" }).click();
  await expect(page.getByText("Can't reach the server. Check your connection and try again.").first()).toBeVisible();
  await exportList(page, "CSV");
});
