import type { Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";
import { stamp, waitForHydration } from "../support/app.ts";
import { exportRows } from "../support/exports.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

type Notification = { orderId: string | null; gateway: string | null };

/** Pays an order of 23.45 EUR at the sandbox's checkout, and waits until its notification is matched with the transaction. */
async function payOrder(page: Page, order: string): Promise<void> {
  await page.goto(`/sandbox-gateway/checkout/corner-cafe?amount=23.45&currency=EUR&order=${order}`);
  await page.getByRole("button", { name: /^Pay/ }).click();
  const gatewayOf = async () => {
    const response = await page.request.get(`/api/sandbox/corner-cafe/notifications?q=${order}`);
    const { items }: { items: Notification[] } = await response.json();
    return items[0]?.gateway;
  };
  await expect.poll(gatewayOf).toBe("confirmed");
}

test("a shop's file becomes a verdict for each order, and the differences a file", {
  annotation: { type: "slow", description: "Pays two orders and waits until their notifications are matched" },
}, async ({ page }) => {
  const [equal, other] = ["equal", "other"].map((name) => `CHECK-${name}-${stamp()}`) as [string, string];
  for (const order of [equal, other]) await payOrder(page, order);
  const today = new Date().toISOString().slice(0, 10);
  const csv = [
    "Bestellnummer;Betrag;Datum",
    `${equal};23,45;${today}`,
    `${other};23,46;${today}`,
    "NOBODY-1;12,40;2026-01-05",
    "Summe;1.234;",
  ].join("\r\n");
  await page.goto("/sandbox/reconcile?merchant=corner-cafe");
  await waitForHydration(page);
  await page
    .getByLabel("Choose file")
    .last()
    .setInputFiles({ name: "orders.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });

  await test.step("columns are recognised, and a line that is no order is named", async () => {
    await expect(page.getByLabel("Order number", { exact: true })).toHaveValue("0");
    await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1");
    await expect(page.getByLabel("Decimal sign", { exact: true })).toHaveValue("comma");
    await page.getByLabel("Currency of all", { exact: true }).fill("EUR");
    await expect(page.getByText("Line 5:")).toBeVisible();
  });

  await page.getByRole("button", { name: "Leave out 1 line and check 3 orders" }).click();
  const rows = dataRows(page.getByRole("grid", { name: "Orders" }));
  await expect(rows.filter({ hasText: other })).toContainText("Amount differs");
  await expect(rows.filter({ hasText: "NOBODY-1" })).toContainText(/Not booked|Not checked/);
  await expect(rows).toHaveCount(2);

  await test.step("equal orders are listed on request", async () => {
    await page.getByRole("radio", { name: "Equal 1" }).click();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(equal);
    await page.getByRole("radio", { name: "All differences 2" }).click();
  });

  const records = await exportRows(page);
  expect(records.map(({ Order, Result }) => [Order, Result])).toContainEqual([other, "amount differs"]);
  expect(records).toHaveLength(2);

  await test.step("back from a row the check is there again, with its file, its columns and what was shown", async () => {
    await page.getByRole("radio", { name: "Amount differs 1" }).click();
    await expect(rows).toHaveCount(1);
    await rows.getByRole("link", { name: other, exact: true }).click();
    await expect(page).not.toHaveURL(/reconcile/);
    await page.goBack();
    await expect(page.getByText("orders.csv")).toBeVisible();
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText(other);
    await page.getByRole("button", { name: "Change columns" }).click();
    await expect(page.getByLabel("Currency of all", { exact: true })).toHaveValue("EUR");
    await expect(page.getByLabel("Order number", { exact: true })).toHaveValue("0");
  });
});

test("a workbook is read as it shows its cells: amounts that are numbers, days that are dates", async ({ page }) => {
  await page.goto("/sandbox/reconcile?merchant=corner-cafe");
  await waitForHydration(page);
  const rows = [
    ["Order", "Total", "Date"],
    ["SHEET-1", 12.4, new Date(Date.UTC(2026, 0, 5))],
    ["SHEET-2", 1_234.5, new Date(Date.UTC(2026, 0, 6))],
    ["SHEET-3", 7, "no day"],
  ];
  const buffer = Buffer.from(await writeXlsx({ sheets: [{ name: "Orders", rows }] }));
  await page.getByLabel("Choose file").last().setInputFiles({ name: "orders.xlsx", mimeType: "", buffer });
  await expect(page.getByLabel("Order number", { exact: true })).toHaveValue("0");
  await expect(page.getByLabel("Amount", { exact: true })).toHaveValue("1");
  await page.getByLabel("Currency of all", { exact: true }).fill("EUR");
  await expect(page.getByText("Line 4:")).toBeVisible();
  await page.getByRole("button", { name: "Leave out 1 line and check 2 orders" }).click();
  const checked = dataRows(page.getByRole("grid", { name: "Orders" }));
  await expect(checked.filter({ hasText: "SHEET-1" })).toContainText("12.40");
  await expect(checked.filter({ hasText: "SHEET-2" })).toContainText("1,234.50");
  await expect(checked).toHaveCount(2);
});
