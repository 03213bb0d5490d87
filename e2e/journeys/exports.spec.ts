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
