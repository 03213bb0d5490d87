import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { openCafe, stamp } from "../support/app.ts";
import { readClipboard } from "../support/clipboard.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

async function openThirdRow(page: Page): Promise<void> {
  await dataRows(page.getByRole("grid", { name: "Transactions" }))
    .nth(2)
    .getByRole("gridcell")
    .nth(2)
    .dblclick();
  await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
}

test("a note that is being written is there again after a reload, and goes when it is saved", async ({ page }) => {
  await openCafe(page);
  await openThirdRow(page);
  const text = `Half a note (${stamp()})`;
  const field = page.getByLabel("Add a note");
  const notes = page.locator("section", { has: page.getByRole("heading", { name: "Notes" }) });
  await field.fill(text);
  await page.reload();
  await expect(field).toHaveValue(text);
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(notes.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect(field).toHaveValue("");
  await page.reload();
  await expect(notes.getByRole("listitem").filter({ hasText: text })).toBeVisible();
  await expect(field).toHaveValue("");
});

test("a note is written about a transaction, changed by its author, and there for the next person", async ({ page }) => {
  await openCafe(page);
  await openThirdRow(page);
  const at = stamp();
  const text = `Customer called about card 4111 1111 1111 1111 (${at})`;
  const promise = `Refund promised (${at}).`;
  await page.getByLabel("Add a note").fill(text);
  await page.keyboard.press("Control+Enter");
  const notes = page.locator("section", { has: page.getByRole("heading", { name: "Notes" }) });
  const note = notes.getByRole("listitem").filter({ hasText: `Customer called about card [card 1111] (${at})` });
  await expect(note).toContainText("@");
  await note.getByRole("button", { name: "Edit" }).click();
  await page.getByLabel("Edit", { exact: true }).fill(promise);
  await page.getByRole("button", { name: "Add note" }).first().click();
  const written = notes.getByRole("listitem").filter({ hasText: promise });
  await expect(written.getByRole("button", { name: "Edit" })).toBeVisible();
  await expect(async () => {
    const told = page.getByText(`: ${promise}`);
    // A long history folds.
    if (!(await told.isVisible())) await page.getByText(/^\d+ more events?$/).click({ timeout: 5_000 });
    await expect(told).toBeVisible({ timeout: 5_000 });
  }).toPass();
  await page.reload();
  await expect(written).toContainText("edited");
});

test("a ticket's bundle is copied as Markdown and kept as JSON, and a view's link is shared", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openCafe(page);
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect.poll(() => readClipboard(page)).toBe(page.url());
  await openThirdRow(page);
  await page.getByRole("button", { name: "Support bundle" }).click();
  await page.getByRole("menuitem", { name: "Copy as Markdown" }).click();
  await expect(page.getByText("Support bundle copied")).toBeVisible();
  expect(await readClipboard(page)).toContain("## What happened when");
  await page.getByRole("button", { name: "Support bundle" }).click();
  const downloading = page.waitForEvent("download");
  await page.getByRole("menuitem", { name: "Download as JSON" }).click();
  const file = await (await downloading).path();
  expect(JSON.parse(await readFile(file, "utf8"))).toMatchObject({ environment: "sandbox", merchant: "corner-cafe" });
});
