import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { parse } from "csv-parse/sync";
import { waitForHydration } from "../support/app.ts";
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
  const [equal, other] = ["equal", "other"].map((name) => `CHECK-${name}-${Date.now()}`) as [string, string];
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

  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: /CSV/ }).click();
  const file = await readFile(await (await downloading).path(), "utf8");
  const records: Record<string, string>[] = parse(file, { columns: true, bom: true });
  expect(records.map(({ Order, Result }) => [Order, Result])).toContainEqual([other, "amount differs"]);
  expect(records).toHaveLength(2);
});
