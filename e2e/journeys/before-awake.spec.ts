import type { Page } from "@playwright/test";
import { readSignIn } from "../support/app.ts";
import { dataRows, openLedger } from "../support/tables.ts";
import { expect, nobody, test } from "../support/test.ts";

/** Opens a page whose scripts are blocked; returns a function that releases them. */
async function openAsleep(page: Page, path: string): Promise<() => void> {
  const { promise: awake, resolve: wake } = Promise.withResolvers<void>();
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(path, { waitUntil: "commit" });
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return wake;
}

test.describe("to nobody", () => {
  test.use({ storageState: nobody });

  test("e-mail and password that are sent before the page is awake come into no address, and sign in once it is", async ({
    page,
  }) => {
    const { email = "", password = "" } = readSignIn().staff.find(({ role }) => role === "support") ?? {};
    const wake = await openAsleep(page, "/login?next=%2Fsandbox%2Flookup");
    await page.getByLabel("E-mail").fill(email);
    await page.getByLabel("Password").fill(password);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Sign in" }).click();
    expect(new URL(page.url()).search).toBe("?next=%2Fsandbox%2Flookup");
    await expect(page.getByLabel("Password")).toHaveValue(password);
    wake();
    await expect(page).toHaveURL(/\/sandbox\/lookup$/);
  });

  test("what is typed before the page is awake is still there when it is", async ({ page }) => {
    const wake = await openAsleep(page, "/login");
    await page.getByLabel("E-mail").fill("somebody@counterfoil.example");
    wake();
    await page.getByLabel("Password").click();
    await page.waitForLoadState("load");
    await page.keyboard.type("not their password");
    await expect(page.getByLabel("E-mail")).toHaveValue("somebody@counterfoil.example");
    await page.keyboard.press("Enter");
    await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
  });
});

test("references put in before the page is awake are looked up", async ({ page, request }) => {
  const { items } = await (await request.get("/api/sandbox/corner-cafe/transactions?limit=20")).json();
  const [known] = (items as { reference: string | null }[]).flatMap(({ reference }) => reference ?? []);
  const wake = await openAsleep(page, "/sandbox/lookup");
  await page.getByRole("textbox", { name: "References" }).fill(`${known}\nPOSA00000000NONE`);
  wake();
  await page.getByRole("button", { name: "Look up 2 references" }).click();
  await expect(page.getByText("1 found, 0 not found, 1 not checked")).toBeVisible();
});

test("rows that are ticked before the page is awake are selected", async ({ page }) => {
  await openLedger(page, "/sandbox/corner-cafe/transactions");
  const wake = await openAsleep(page, "/sandbox/corner-cafe/transactions");
  const table = page.getByRole("grid", { name: "Transactions" });
  const keys = [await dataRows(table).nth(0).getAttribute("data-key"), await dataRows(table).nth(2).getAttribute("data-key")];
  const boxes = keys.map((key) => table.locator(`[data-key="${key}"]`).getByRole("checkbox"));
  for (const box of boxes) await box.check({ force: true });
  wake();
  await expect(page.getByRole("main").getByRole("status").filter({ hasText: "2 selected" })).toBeVisible();
  for (const box of boxes) await expect(box).toBeChecked();
});
