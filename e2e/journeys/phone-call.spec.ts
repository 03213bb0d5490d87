import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { signFields, toPhpForm } from "#lib/sandbox/checkout/sign.ts";
import { openCafe, readSignIn, stamp, waitForHydration } from "../support/app.ts";
import { findBarriers } from "../support/barriers.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

test.describe.configure({ retries: 0 });

async function idsOf(page: Page, list: string, key: string): Promise<string[]> {
  const response = await page.request.get(`/api/sandbox/corner-cafe/${list}`);
  const { items } = (await response.json()) as { items: Record<string, string | null>[] };
  return items.flatMap((item) => item[key] ?? []);
}

/** A signed notification about an order, as the gateway sends it. */
async function notify(page: Page, orderId: string): Promise<void> {
  const store = readSignIn().notify.find(({ merchant }) => merchant === "corner-cafe");
  if (!store) throw new Error("No signing key for corner-cafe in sign-in.json.");
  const entries = notifyEntries({ sid: store.sid, orderId, amount: "12.40" });
  const fields = entries.map(([name, value]) => [name, String(value)] as const);
  const data = toPhpForm([...fields, ["Signature", signFields(fields, store.privateKeyPem)]]);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  expect((await page.request.post(store.url, { headers, data })).status()).toBe(200);
}

const going = (page: Page) => page.getByRole("button", { name: /^On a call/ });

test("a call gathers what is opened, survives a reload, and ends with one note on each record and one bundle", {
  annotation: { type: "slow", description: "Opens three kinds of records, and each again for its note" },
}, async ({ page }) => {
  await openCafe(page);
  const [reference] = await idsOf(page, "transactions?limit=200&sign=credit", "reference");
  const sold = await page.request.post("/api/sandbox/corner-cafe/payments", {
    data: { amountMinor: 1240, currency: "EUR", terminalId: "81000001" },
    headers: { origin, "idempotency-key": crypto.randomUUID() },
  });
  expect(sold.status()).toBe(201);
  const { paymentId } = (await sold.json()) as { paymentId: string };
  const order = `CALL-${crypto.randomUUID()}`;
  await notify(page, order);
  const notifications = () => idsOf(page, `notifications?q=${order}`, "id");
  await expect.poll(notifications).toHaveLength(1);
  const [notification] = await notifications();
  await waitForHydration(page);
  await page.keyboard.press("b");
  await expect(going(page)).toContainText("0 records");

  await page.goto(`/sandbox/corner-cafe/transactions/${reference}`);
  await expect(going(page)).toContainText("1 record");
  await page.reload();
  await expect(going(page)).toContainText("1 record");
  // In tabs of their own, at once, as links open with Ctrl pressed.
  const others = await Promise.all(
    [`payments/${paymentId}`, `notifications/${notification}`].map(async (path) => {
      const other = await page.context().newPage();
      await other.goto(`/sandbox/corner-cafe/${path}`);
      return other;
    }),
  );
  for (const other of others) await expect(other.getByRole("heading", { name: "Notes" })).toBeVisible();
  for (const tab of [page, ...others]) await expect(going(tab)).toContainText("3 records");
  for (const other of others) await other.close();

  await waitForHydration(page);
  await page.keyboard.press("b");
  const dialog = page.getByRole("dialog", { name: "End the call" });
  await expect(dialog.getByRole("listitem")).toHaveCount(3);
  expect(await findBarriers(page)).toEqual([]);
  const note = `The caller waits for the refund. ${stamp()}`;
  await dialog.getByRole("textbox", { name: "Note on each record" }).fill(note);
  await dialog.getByRole("button", { name: "Add 3 notes" }).click();
  const ended = page.getByRole("dialog", { name: "Call ended" });
  await expect(ended).toContainText("The note is on 3 records.");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    ended.getByRole("button", { name: "Download support bundle" }).click(),
  ]);
  expect((await readFile(await download.path(), "utf8")).match(/^# /gm)).toHaveLength(3);
  await ended.getByRole("button", { name: "Close" }).click();
  await expect(going(page)).toBeHidden();
  for (const path of [`transactions/${reference}`, `payments/${paymentId}`, `notifications/${notification}`]) {
    await page.goto(`/sandbox/corner-cafe/${path}`);
    await expect(page.locator("section", { has: page.getByRole("heading", { name: "Notes" }) }).getByText(note)).toBeVisible();
  }
});

test("a preview that stays open is gathered, and its page then is the same record", async ({ page }) => {
  await openCafe(page);
  await page.keyboard.press("b");
  await expect(going(page)).toContainText("0 records");
  const table = page.getByRole("grid", { name: "Transactions" });
  // By its key: a row that arrives moves the others.
  const key = await dataRows(table).nth(2).getAttribute("data-key");
  const cell = table.locator(`[data-key="${key}"]`).getByRole("gridcell").nth(2);
  await cell.click();
  await expect(going(page)).toContainText("1 record");
  await cell.dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
  await expect(going(page)).toContainText("1 record");
});

test("a call is discarded without a note, by keyboard", async ({ page }) => {
  await openCafe(page);
  const [reference] = await idsOf(page, "transactions?limit=200&sign=credit", "reference");
  await page.goto(`/sandbox/corner-cafe/transactions/${reference}`);
  await waitForHydration(page);
  await page.keyboard.press("b");
  await expect(going(page)).toContainText("1 record");
  await page.keyboard.press("b");
  await page.getByRole("button", { name: "Discard the call" }).press("Enter");
  await expect(page.getByRole("button", { name: "Start a phone call" })).toBeVisible();
  await page.reload();
  await expect(page.getByRole("button", { name: "Start a phone call" })).toBeVisible();
});
