import { readFile } from "node:fs/promises";
import { openCafe, stamp, waitForHydration } from "../support/app.ts";
import { tabTo } from "../support/focus.ts";
import { keysOf } from "../support/keys.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

// Asserts a refund: never retried.
test.describe.configure({ retries: 0 });

test("a payment is found, opened and refunded with the keyboard alone", {
  annotation: { type: "slow", description: "Follows a payment and its refund to their ends" },
}, async ({ page, request }) => {
  const referenceNumber = `KB-${stamp()}`;
  const path = "/api/sandbox/corner-cafe/payments";
  const made = await request.post(path, {
    headers: { origin, "idempotency-key": referenceNumber },
    data: { amountMinor: 4_000, currency: "EUR", terminalId: "81000001", referenceNumber },
  });
  expect(made.status()).toBe(201);
  const { paymentId } = await made.json();
  const status = async () => (await (await request.get(`${path}/${paymentId}`)).json()).status;
  await expect.poll(status).toBe("success");

  const keys = keysOf(page);
  await page.goto("/sandbox");
  await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  await waitForHydration(page);
  await page.keyboard.press("/");
  await page.keyboard.type(referenceNumber);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/find\?q=|\/payments\/|\/transactions\//);
  const hit = page.locator(`main a[href$="/payments/${paymentId}"]`);
  // The payment opens by itself, or its transaction, which links to it.
  const timeline = page.getByRole("heading", { name: "What happened" });
  await expect(timeline.or(hit).first()).toBeVisible();
  if (await hit.isVisible()) await keys.press(hit);
  await expect(timeline).toBeVisible();

  await keys.press(page.getByRole("button", { name: "Refund" }));
  const dialog = page.getByRole("dialog");
  await keys.type(dialog.getByRole("textbox", { name: /^Amount/ }), "15");
  await keys.type(dialog.getByRole("textbox", { name: "Reason" }), "One cake came back");
  await keys.press(dialog.getByRole("button", { name: "Refund 15.00 EUR" }));
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("Refundable").locator("..")).toContainText("25.00");
});

test("a list is filtered and written into a file with the keyboard alone", {
  annotation: { type: "slow", description: "Presses each key as a person does" },
}, async ({ page }) => {
  const keys = keysOf(page);
  await page.goto("/sandbox/corner-cafe/transactions");
  const rows = dataRows(page.getByRole("grid", { name: "Transactions" }));
  await expect(rows.first()).toBeVisible();
  await keys.press(page.getByRole("button", { name: "Filter", exact: true }));
  await keys.press(page.getByRole("button", { name: "Direction", exact: true }));
  await keys.press(page.getByRole("button", { name: "Money out", exact: true }));
  await expect(page).toHaveURL(/sign=debit/);
  await expect(rows.first()).toContainText("−");
  await keys.press(page.getByRole("button", { name: "Export", exact: true }));
  const downloading = page.waitForEvent("download");
  await keys.act("Download CSV");
  const lines = (await readFile(await (await downloading).path(), "utf8")).trim().split("\n");
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.slice(1).every((line) => line.includes("-"))).toBe(true);
  await expect(page.getByText(/downloaded$/)).toBeVisible();
});

test("references are typed in, looked up, and a found one opened with the keyboard alone", async ({ page, request }) => {
  const { items } = await (await request.get("/api/sandbox/corner-cafe/transactions?limit=20")).json();
  const [known] = (items as { reference: string | null }[]).flatMap(({ reference }) => reference ?? []);
  const keys = keysOf(page);
  await page.goto("/sandbox/lookup");
  await keys.type(page.getByRole("textbox", { name: "References" }), `${known}, POSA00000000NONE`);
  await keys.press(page.getByRole("button", { name: /^Look up/ }));
  await expect(page.getByText(/1 found, 0 not found, 1 not checked/)).toBeVisible();
  await tabTo(page, page.getByRole("grid", { name: "References" }));
  await page.keyboard.press("Control+Home");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
});

test("a row reached by key is on the screen, however low its list begins", async ({ page }) => {
  await page.setViewportSize({ width: 1_280, height: 700 });
  await openCafe(page);
  await page.locator("[data-index='0']").focus();
  for (const key of [...Array(12).fill("j"), "PageDown", "PageUp", "k"]) {
    await page.keyboard.press(key);
    await expect(page.locator("[data-index]:focus [role=rowheader]")).toBeInViewport({ ratio: 1 });
  }
});

test("keys go to a list from the start, and to the controls of its rows", async ({ page }) => {
  await page.goto("/sandbox/notifications");
  await waitForHydration(page);
  const rows = dataRows(page.getByRole("grid", { name: "Received notifications" }));
  await expect(rows.nth(1)).toBeVisible();
  // By their keys: rows that come move them down.
  const focused = page.locator("[data-key]:focus");
  await page.keyboard.press("j");
  const first = (await focused.getAttribute("data-key")) ?? "";
  await page.keyboard.press("j");
  await expect(focused).not.toHaveAttribute("data-key", first);
  await expect(page.locator(`[data-key="${first}"] + [data-key]`)).toBeFocused();

  await page.goto("/sandbox/settings/account");
  await waitForHydration(page);
  const session = dataRows(page.getByRole("grid", { name: "Sessions" })).filter({ has: page.getByRole("button") });
  await session.first().focus();
  await page.keyboard.press("ArrowRight");
  await expect(session.first().getByRole("button")).toBeFocused();
  await page.keyboard.press("ArrowLeft");
  await expect(session.first()).toBeFocused();
});
