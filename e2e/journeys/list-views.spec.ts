import type { Page } from "@playwright/test";
import { waitForHydration } from "../support/app.ts";
import { addColleague } from "../support/restricted-staff.ts";
import { openLedger } from "../support/tables.ts";
import { expect, signInAs, test } from "../support/test.ts";

const query = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

// Views belong to a user, so each run of a journey uses another one.
let colleague: { email: string; password: string };
test.use({
  storageState: async ({ role: _ }, use) => {
    colleague = await addColleague(`list-views-${crypto.randomUUID()}@counterfoil.example`, { role: "support" });
    await use(await signInAs(colleague));
  },
});

for (const { list, query: asked, narrower, heading } of [
  { list: "corner-cafe/notifications", query: "verdict=valid", narrower: "method=IPCPurchaseNotify", heading: "Notifications" },
  { list: "corner-cafe/payments", query: "status=success", narrower: "kind=payment", heading: "Terminal payments" },
  { list: "merchants", query: "status=ready", narrower: "q=cafe", heading: "Merchants" },
]) {
  test(`a view of ${list} is kept, updated, opened first, and shared`, {
    annotation: { type: "slow", description: "Goes through the whole life of a view" },
  }, async ({ page, browser }) => {
    const path = `/sandbox/${list}`;
    const tabs = page.getByRole("navigation", { name: /^(Views|Lists)$/ });
    // In no language: other journeys look for English on pages of others, who see it too.
    const name = `VIEW-${crypto.randomUUID().slice(0, 8)}`;
    const [field = "", value = ""] = asked.split("=");
    const [more = "", moreValue = ""] = narrower.split("=");

    await test.step("saved", async () => {
      await page.goto(`${path}?${asked}`);
      await waitForHydration(page);
      await page.getByRole("button", { name: "Save view" }).click();
      await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
      await page.getByText("Use as my default view").click();
      await page.getByText("Share with the team").click();
      await expect(page.getByText("Saves the filters. Everyone who may see these merchants can use it.")).toBeVisible();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await expect(tabs.getByRole("link", { name: `${name} · default` })).toHaveAttribute("aria-current", "page");
    });

    const { view = "" } = query(page);
    await test.step("updated with what is filtered now", async () => {
      await page.goto(`${path}?${asked}&${narrower}&view=${view}`);
      await page.getByRole("button", { name: `Update “${name}”` }).click();
      await expect(page.getByRole("button", { name: /^Update/ })).toHaveCount(0);
    });

    const whole = { [field]: value, [more]: moreValue, view };
    await test.step("opened by the bare address, and by one that names it alone", async () => {
      await page.goto(path);
      await expect(tabs.getByRole("link", { name: `${name} · default` })).toHaveAttribute("aria-current", "page");
      expect(query(page)).toEqual(whole);
      await page.goto(`${path}?view=${view}`);
      await expect(page.getByRole("heading", { name: heading })).toBeVisible();
      expect(query(page)).toEqual(whole);
    });

    await test.step("everything stays within reach", async () => {
      await tabs.getByRole("link").first().click();
      await expect.poll(() => query(page)).toEqual({ view: "all" });
    });

    await test.step("used by a colleague, who has no such view of another list", async () => {
      const viewer = await addColleague("sees-views@counterfoil.example", { role: "viewer" });
      const other = await browser.newContext({ storageState: await signInAs(viewer) });
      const theirs = await other.newPage();
      await theirs.goto(`${path}?view=${view}`);
      const shared = theirs.getByRole("link", { name: `${name} Shared by ${colleague.email}` });
      await expect(shared).toHaveAttribute("aria-current", "page");
      await expect(theirs.getByRole("button", { name: "Edit view" })).toHaveCount(0);
      await openLedger(theirs, "/sandbox/corner-cafe/transactions");
      await expect(theirs.getByRole("link", { name })).toHaveCount(0);
      await other.close();
    });

    await test.step("deleted by mistake, and deleted", async () => {
      const remove = async () => {
        await tabs.getByRole("link", { name }).click();
        await page.getByRole("button", { name: "Edit view" }).click();
        await page.getByRole("button", { name: "Delete" }).click();
        await expect(tabs.getByRole("link", { name })).toHaveCount(0);
      };
      await remove();
      await page.getByRole("button", { name: "Undo" }).click();
      await expect(tabs.getByRole("link", { name })).toBeVisible();
      await remove();
    });
  });
}

test("a view that could not be updated says so, and can be updated again", async ({ page }) => {
  const name = `VIEW-${crypto.randomUUID().slice(0, 8)}`;
  await page.goto("/sandbox/corner-cafe/payments?status=success");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill(name);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(() => query(page).view).toBeDefined();
  const { view = "" } = query(page);
  await page.goto(`/sandbox/corner-cafe/payments?status=success&kind=payment&view=${view}`);
  await waitForHydration(page);
  await page.route(`**/api/sandbox/payments/views/${view}`, (route) => route.abort(), { times: 1 });
  const update = page.getByRole("button", { name: `Update “${name}”` });
  await update.click();
  await expect(page.getByText("Can't reach the server. Check your connection and try again.").first()).toBeVisible();
  await update.click();
  await expect(update).toHaveCount(0);
});

test("saved views of notifications stay in view on the pages beside their list", async ({ page }) => {
  await page.goto("/sandbox/notifications?verdict=invalid");
  await waitForHydration(page);
  await page.getByRole("button", { name: "Save view" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Rejected ones");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const tabs = page.getByRole("navigation", { name: "Lists" });
  for (const name of ["Missing notifications", "Reversed payments"]) {
    await tabs.getByRole("link", { name }).click();
    await expect(tabs.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("button", { name: "Save view" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "About this list" })).toBeVisible();
  }
  await tabs.getByRole("link", { name: "Rejected ones" }).click();
  await expect.poll(() => query(page)).toMatchObject({ verdict: "invalid" });
});
