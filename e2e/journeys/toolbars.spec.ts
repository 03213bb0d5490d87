import { waitForHydration } from "../support/app.ts";
import { dataRows } from "../support/tables.ts";
import { expect, test } from "../support/test.ts";

const isOnRow = () => document.activeElement?.matches("[role=grid] [data-index]") ?? false;

test("a row is at most twelve stops away, or two with the skip link, and arrow keys lead to the rest", async ({ page }) => {
  await page.goto("/sandbox/transactions");
  const table = page.getByRole("grid", { name: "Transactions" });
  await expect(dataRows(table).first()).toBeVisible();
  await waitForHydration(page);

  await test.step("each row of links or buttons is one stop", async () => {
    let stops = 0;
    while (!(await page.evaluate(isOnRow)) && stops < 20) {
      await page.keyboard.press("Tab");
      stops++;
    }
    expect(stops - 1).toBeLessThanOrEqual(12);
    // None of a button that was passed.
    await expect(page.getByRole("tooltip")).toHaveCount(0);
    await page.keyboard.press("Shift+Tab");
    expect(await page.evaluate(isOnRow)).toBe(false);
    await page.keyboard.press("Tab");
    expect(await page.evaluate(isOnRow)).toBe(true);
  });

  await test.step("above the first row is the box that selects all", async () => {
    // A list that gets no new rows meanwhile.
    await page.goto("/sandbox/settings/staff");
    await expect(dataRows(page.getByRole("grid")).first()).toBeVisible();
    await waitForHydration(page);
    await page.keyboard.press("j");
    await page.keyboard.press("ArrowUp");
    await expect(page.getByRole("checkbox", { name: "Select loaded rows" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    expect(await page.evaluate(isOnRow)).toBe(true);
  });

  await test.step("up and down through the navigation, round its ends", async () => {
    const navigation = page.getByRole("toolbar", { name: "Navigation" });
    await page.getByRole("link", { name: "Overview" }).focus();
    await page.keyboard.press("ArrowDown");
    await expect(navigation.getByRole("link", { name: "Gateway connection" })).toBeFocused();
    await page.keyboard.press("End");
    await expect(navigation.getByRole("button", { name: "Collapse navigation" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(navigation.getByRole("button", { name: "Merchant: All merchants" })).toBeFocused();
  });

  await test.step("left and right through tools, and a menu keeps its own keys", async () => {
    const tools = page.getByRole("toolbar", { name: "Tools" });
    await tools.getByRole("button", { name: "Keyboard shortcuts" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(tools.getByRole("button", { name: /^Account of/ })).toBeFocused();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    await expect(page.getByRole("menuitemradio", { name: "Match system" })).toBeFocused();
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("menuitemradio", { name: "Light", exact: true })).toBeFocused();
  });
});

test("the settings have a navigation of their own, with a way back", async ({ page }) => {
  await page.goto("/sandbox");
  const navigation = page.getByRole("navigation", { name: "Navigation" });
  await navigation.getByRole("link", { name: "Settings" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Gateway connection" })).toBeVisible();
  for (const name of ["Gateway behaviour", "Team", "Data retention", "Audit log"]) {
    await navigation.getByRole("link", { name }).click();
    await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
    await expect(navigation.getByRole("link", { name })).toHaveAttribute("aria-current", "page");
  }
  await navigation.getByRole("link", { name: "Overview" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  await expect(navigation.getByRole("link", { name: "Transactions" })).toBeVisible();
});
