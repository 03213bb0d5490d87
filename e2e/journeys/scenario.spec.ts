import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/test.ts";

// Asserts payments and the lockout guard: never retried.
test.describe.configure({ retries: 0 });

// The data comes from a gateway that is slow on purpose.

const scenarios = "/sandbox/settings/scenarios";
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const openScenario = (page: Page, title: string) => page.getByRole("link", { name: `Show me: ${title}` }).click();

/** Waits for hydration: before it, the page handles neither live events nor clicks. */
async function open(page: Page): Promise<void> {
  await Promise.all([page.waitForRequest(/\/api\/sandbox\/live/), page.goto(scenarios)]);
}

async function play(page: Page, title: string): Promise<void> {
  await open(page);
  await button(page, `Start: ${title}`).click();
  await expect(page.getByRole("link", { name: `Show me: ${title}` })).toBeVisible();
}

async function expectNoBarrier(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}

test.afterEach(async ({ page, context }) => {
  await context.clearCookies({ name: "screen-state" });
  await open(page);
  await button(page, "Stop all").click();
  await expect(page.getByText("The sandbox gateway works normally again")).toBeVisible();
});

test("a slow gateway: the rows that are there stand at once; put back by keyboard", async ({ page }) => {
  await open(page);
  await expectNoBarrier(page);
  await button(page, "Start: Slow gateway").press("Enter");
  await expect(page.getByText("On", { exact: true })).toBeVisible();
  await expectNoBarrier(page);
  await openScenario(page, "Slow gateway");
  await expect(page).toHaveURL(/knigi-online\/transactions/);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await open(page);
  await button(page, "Stop: Slow gateway").press("Enter");
  await expect(page.getByText("On", { exact: true })).toHaveCount(0);
});

test("a gateway that is away and one that wants fewer calls: rows as last read, and why", {
  annotation: { type: "slow", description: "Waits until calls to a failing gateway are given up, twice" },
}, async ({ page }) => {
  for (const [title, merchant, why] of [
    ["Gateway down", "taxi-athina", "The gateway is not responding."],
    ["Rate limit (429)", "sakura-travel", "Too many requests to the gateway."],
  ] as const) {
    await play(page, title);
    await openScenario(page, title);
    await expect(page).toHaveURL(new RegExp(merchant));
    await expect(page.getByRole("row").nth(1)).toBeVisible();
    // Data read a moment ago is not requested again.
    await expect(async () => {
      await page.getByRole("button", { name: "Refresh" }).click();
      await expect(page.getByText(why).first()).toBeVisible({ timeout: 3_000 });
    }).toPass();
  }
});

test("a refused merchant is tried once, however often is asked, and works again when it is put back", async ({ page }) => {
  await play(page, "Account lock protection");
  await expect(page.getByText("Requested 5 times: one sign-in reached the gateway.")).toBeVisible();
  await expectNoBarrier(page);
  await openScenario(page, "Account lock protection");
  await expect(page.getByText(/1 of 2/).first()).toBeVisible();
  await page.goto("/sandbox/bodega-del-sol/transactions");
  // Shown at once, although the rows still count as fresh.
  await expect(page.getByText(/The gateway rejected a sign-in/)).toBeVisible();
  // Where only the state is shown, it leads to the reason.
  await page.goto("/sandbox/bodega-del-sol/endpoints");
  await page.getByRole("main").getByRole("link", { name: "Sign-in failed" }).click();
  await expect(page).toHaveURL(/\/sandbox\/bodega-del-sol\/connection$/);
  await open(page);
  await button(page, "Stop: Rejected credentials").click();
  await expect(page.getByText("On", { exact: true })).toHaveCount(0);
  await page.goto("/sandbox/bodega-del-sol/connection");
  await expect(page.getByText(/0 of 2/).first()).toBeVisible();
  await expect(page.getByText("1 of 2")).toHaveCount(0);
});

test("a forged notification is kept as invalid with what differs; a duplicate is one with three arrivals", async ({ page }) => {
  await play(page, "Forged notification");
  await openScenario(page, "Forged notification");
  const forged = page.getByRole("row").filter({ hasText: "Rejected" });
  await expect(forged).toHaveCount(1);
  const list = page.url();
  // Its rollback may be inserted above it between aiming and clicking.
  await expect(async () => {
    await page.goto(list);
    await forged.getByRole("gridcell").nth(1).dblclick();
    await expect(page.getByRole("region", { name: "Summary" })).toContainText("so we rejected it.", { timeout: 5_000 });
  }).toPass();
  await play(page, "Duplicate notification");
  await openScenario(page, "Duplicate notification");
  await expect(
    page
      .getByRole("grid")
      .getByRole("row")
      .filter({ hasText: /Paid|Checking|Not found/ }),
  ).toHaveCount(1);
});

test("a payment whose answer is lost is not sent again, and turns out to have happened", async ({ page }) => {
  await play(page, "Payment without a response");
  await openScenario(page, "Payment without a response");
  await expect(page).toHaveURL(/payments\/new/);
  await page.getByRole("combobox", { name: "Terminal" }).selectOption("81000101");
  await page.getByRole("textbox", { name: /^Amount/ }).fill("12.34");
  await page.getByRole("button", { name: "Send to terminal" }).click();
  await expect(page.getByText(/the gateway has this payment\. Don't charge again/)).toBeVisible();
});

test("every state of lists and panels is shown on purpose, says so, and has a way back", {
  annotation: { type: "slow", description: "Opens lists and panels in every state" },
}, async ({ page }) => {
  const choose = async (name: string) => {
    await open(page);
    // The page reloads with the choice; the old page never shows it.
    await page.getByRole("radio", { name, exact: true }).click({ force: true });
    await expect(page.getByText(`Simulated state: ${name}`)).toBeVisible();
    await page.goto("/sandbox/transactions");
  };
  await choose("Empty");
  await expect(dataCells(page)).toHaveCount(0);
  await expect(page.getByText(/^No (row|transaction)/i).first()).toBeVisible();
  await choose("Failed");
  await expect(page.getByRole("alert").filter({ hasText: "Something went wrong" }).first()).toBeVisible();
  await expectNoBarrier(page);
  await choose("Loading");
  await expect(page.getByLabel(/^Loading/).first()).toBeVisible();
  await expectNoBarrier(page);
  await choose("Partial");
  await expect(page.getByText("The gateway is not responding.").first()).toBeVisible();
  await choose("Stale");
  await expect(page.getByText("The gateway is not responding.").first()).toBeVisible();
  await choose("Offline");
  await expect(page.getByText("Can't reach the server").first()).toBeVisible();
  await expectNoBarrier(page);
  await page.goto("/demo");
  await expect(page.getByText("Simulated state")).toHaveCount(0);
  await page.goto("/sandbox/transactions");
  await button(page, "Show real state").click();
  await expect(dataCells(page).first()).toBeVisible();
});

function dataCells(page: Page) {
  return page.getByRole("grid", { name: "Transactions" }).getByRole("gridcell");
}
