import type { Page } from "@playwright/test";
import { englishFinder } from "../support/english-on-page.ts";
import { everyPage, furtherStates, openWhole, receiveMessage } from "../support/every-page.ts";
import { origin } from "../support/surroundings.ts";
import { expect, test } from "../support/test.ts";

test.describe.configure({ mode: "parallel" });

const html = (page: Page) => page.locator("html");
const shares = 4;

for (let share = 0; share < shares; share++) {
  test(`no page in German says anything in English (${share + 1} of ${shares})`, {
    annotation: { type: "slow", description: "Opens a quarter of all pages" },
  }, async ({ page, request, context }) => {
    await context.addCookies([{ name: "language", value: "de", url: origin }]);
    const findEnglish = englishFinder("de");
    const paths = [...(await everyPage(request)).values(), ...furtherStates];
    const found: string[] = [];
    for (const path of paths.filter((_, index) => index % shares === share)) {
      await openWhole(page, path);
      await expect(html(page)).toHaveAttribute("lang", "de-DE");
      await expect(page.getByRole("button", { name: /^Konto von/ })).toBeVisible();
      found.push(...(await findEnglish(page)).map((text) => `${path}: ${text}`));
    }
    expect(found).toEqual([]);
  });
}

test("what a page says in English would be found", async ({ page }) => {
  await receiveMessage();
  await openWhole(page, "/sandbox/corner-cafe/notifications");
  const found = await englishFinder("de")(page);
  expect(found).toEqual(
    expect.arrayContaining(["Search by reference, order, amount or card", "Gateway calls", "Received notifications"]),
  );
});

test("the main pages in Bulgarian say nothing in English", {
  annotation: { type: "slow", description: "Opens the main pages" },
}, async ({ page, request, context }) => {
  await context.addCookies([{ name: "language", value: "bg", url: origin }]);
  const findEnglish = englishFinder("bg");
  const pages = await everyPage(request);
  const found: string[] = [];
  for (const name of ["", "/transactions", "/payments", "/notifications", "/notifications/[id]", "/endpoints"]) {
    const path = pages.get(`[environment]/[merchant]${name}`) ?? "";
    await openWhole(page, path);
    await expect(html(page)).toHaveAttribute("lang", "bg-BG");
    await expect(page.getByRole("navigation").first()).toBeVisible();
    found.push(...(await findEnglish(page)).map((text) => `${path}: ${text}`));
  }
  expect(found).toEqual([]);
});

test("menus, the palette and what stands beside a list speak German, too", async ({ page, context }) => {
  await context.addCookies([{ name: "language", value: "de", url: origin }]);
  const findEnglish = englishFinder("de");
  await receiveMessage();
  await openWhole(page, "/sandbox/corner-cafe/notifications");
  const row = page.getByRole("row").nth(1);
  await expect(row).toBeVisible();
  await row.focus();
  await page.keyboard.press("p");
  await expect(page.getByRole("complementary").locator("dl").first()).toBeVisible();
  expect(await findEnglish(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findEnglish(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
  expect(await findEnglish(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: /^Konto von/ }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect(await findEnglish(page)).toEqual([]);
});

test("times, amounts and counts are written as Germans write them", async ({ page, context }) => {
  await context.addCookies([{ name: "language", value: "de", url: origin }]);
  await openWhole(page, "/sandbox/corner-cafe/transactions");
  const row = page.getByRole("row").nth(1);
  await expect(row.locator("time").first()).toHaveText(/^\d{1,2}\. [A-Z][a-zä]{2,3}\.? \d{2}:\d{2}$/);
  await expect(row.getByText(/^−?[\d.]+,\d{2} EUR$/)).toBeVisible();
  await page.goto("/sandbox/lookup");
  const count = (references: string) => page.getByRole("textbox", { name: "Referenzen" }).fill(references);
  await count("POSA00000001");
  await expect(page.getByRole("button", { name: "1 Referenz abfragen", exact: true })).toBeVisible();
  await count("POSA00000001\nPOSA00000002");
  await expect(page.getByRole("button", { name: "2 Referenzen abfragen", exact: true })).toBeVisible();
});
