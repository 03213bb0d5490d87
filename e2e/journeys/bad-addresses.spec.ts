import type { Page } from "@playwright/test";
import { readSignIn, waitForHydration } from "../support/app.ts";
import { addRestrictedViewer } from "../support/restricted-staff.ts";
import { origin } from "../support/surroundings.ts";
import { dataRows, openLedger } from "../support/tables.ts";
import { expect, nobody, signInAs, signInByApi, test } from "../support/test.ts";

const notHere = /^(Merchant or page|Page) not found$/;

test.describe("an address that leads nowhere", () => {
  for (const path of [
    "/sandbox/no-such-merchant/transactions",
    "/nowhere/corner-cafe/transactions",
    "/sandbox/corner-cafe/nothing",
  ]) {
    test(`${path} is 404, says so, and shows the way back`, async ({ page }) => {
      expect((await page.goto(path))?.status()).toBe(404);
      await expect(page.getByText(notHere)).toBeVisible();
      await page
        .getByRole("main")
        .getByRole("link", { name: /dashboard|overview/i })
        .first()
        .click();
      await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
    });
  }

  test("a transaction nobody has is told from one that could not be looked for", async ({ page }) => {
    await page.goto("/sandbox/corner-cafe/transactions/POSA00000000NONE");
    const notice = page.getByRole("alert").filter({ hasText: "This transaction didn't load" });
    await expect(notice).toContainText("Not found, or you don't have access.");
  });
});

test("another person's merchant is as if it did not exist", { tag: "@job" }, async ({ browser }) => {
  const viewer = await addRestrictedViewer("restricted@counterfoil.example", ["sandbox/zum-anker"]);
  const context = await browser.newContext({ storageState: await signInAs(viewer) });
  const page = await context.newPage();
  await openLedger(page, "/sandbox/zum-anker/transactions");
  await page.getByRole("button", { name: /^Merchant: / }).click();
  const merchants = page.getByRole("dialog", { name: "Choose a merchant" });
  await expect(merchants.getByRole("link", { name: "Gasthaus Zum Anker" }).first()).toBeVisible();
  await expect(merchants.getByRole("link", { name: "Corner Cafe" })).toHaveCount(0);
  expect((await page.goto("/sandbox/corner-cafe/transactions"))?.status()).toBe(404);
  await expect(page.getByText(notHere)).toBeVisible();
  for (const path of ["transactions", "payments", "notifications", "endpoints", "connection", "transactions/POSA00000000NONE"]) {
    expect((await context.request.get(`/api/sandbox/corner-cafe/${path}`)).status(), path).toBe(404);
  }
  await context.close();
});

test.describe("a filter that cannot be meant", () => {
  const ask = async (page: Page, query: string) => {
    await page.goto(`/sandbox/corner-cafe/transactions?${query}`);
    return page.getByRole("alert").filter({ hasText: "Transactions didn't load" });
  };

  test("a range upside down names its field and the mend, and the page stays usable", async ({ page }) => {
    const notice = await ask(page, "from=2026-03-02&to=2026-03-01");
    await expect(notice).toContainText("To: The last day is before the first. Swap them.");
    await page.getByRole("button", { name: /^Days/ }).click();
    await page.getByRole("button", { name: "Last 7 days" }).click();
    await expect(notice).toHaveCount(0);
    await expect(dataRows(page.getByRole("grid", { name: "Transactions" })).first()).toBeVisible();
  });

  const unreadable = [
    ["from=yesterday", "From: Use YYYY-MM-DD or an ISO time such as 2026-03-04T11:20:05Z."],
    ["amountMin=ten", "Amount from: Use an amount without a sign, such as 100 or 100.50."],
    ["amountMin=2000&amountMax=1000", "Amount to: The largest amount is below the smallest."],
    ["amountMax=1e30", "Amount to: Use an amount without a sign"],
    ["type=sale", "Type: Choose one or more types."],
    ["currency=EURO", "Currency: A currency is three capital letters, such as EUR."],
  ] as const;

  test("in every list, days upside down are named, and not an empty list", async ({ page }) => {
    for (const path of ["payments", "notifications", "notifications/money-back", "notifications/never-notified"]) {
      await page.goto(`/sandbox/corner-cafe/${path}?from=2026-03-02&to=2026-03-01`);
      await expect(page.getByRole("alert").first(), path).toContainText("To: The last day is before the first. Swap them.");
    }
  });

  test("whatever cannot be read is refused by name", async ({ page }) => {
    for (const [query, words] of unreadable) await expect(await ask(page, query), query).toContainText(words);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
  });
});

test.describe("a session that ended", () => {
  const address = "/sandbox/corner-cafe/transactions?from=2026-03-01&to=2026-03-31&q=POSA%201";

  async function comeBack(page: Page): Promise<void> {
    await expect(page).toHaveURL(/\/login\?next=/);
    await waitForHydration(page);
    const { email = "", password = "" } = readSignIn().staff.find(({ role }) => role === "support") ?? {};
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await expect(page.getByRole("heading", { name: "Transactions" })).toBeVisible();
    const { pathname, searchParams } = new URL(page.url());
    expect(pathname).toBe("/sandbox/corner-cafe/transactions");
    expect(Object.fromEntries(searchParams)).toEqual({ from: "2026-03-01", to: "2026-03-31", q: "POSA 1" });
  }

  test("asks to sign in when a page is opened, and leads back to its very address", { tag: "@job" }, async ({ browser }) => {
    const context = await browser.newContext({ storageState: nobody });
    const page = await context.newPage();
    await page.goto(address);
    await comeBack(page);
    await context.close();
  });

  test("asks to sign in when an open page asks for more, and leads back to its very address", async ({ browser }) => {
    const context = await browser.newContext({ storageState: await signInByApi("support") });
    const page = await context.newPage();
    await page.goto(address);
    await expect(page.getByRole("button", { name: "Refresh" })).toBeEnabled();
    expect((await context.request.delete("/api/session", { headers: { origin } })).ok()).toBe(true);
    // The page may leave by itself before it is pressed, when its stream of events ends.
    const pressed = page.getByRole("button", { name: "Refresh" }).click();
    pressed.catch(() => {});
    await Promise.race([pressed, page.waitForURL(/\/login\?next=/)]);
    await comeBack(page);
    await context.close();
  });
});
