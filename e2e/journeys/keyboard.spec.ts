import { untilIdle } from "#scripts/support/until-idle.ts";
import { readSignIn } from "../support/app.ts";
import { expectSeen, lookAtFocus, tabTo } from "../support/focus.ts";
import { dataRows } from "../support/tables.ts";
import { expect, nobody, test } from "../support/test.ts";

test.use({ storageState: nobody });

test("the main job with the keyboard alone, and the focus is always to be seen", {
  annotation: { type: "slow", description: "Checks the focus at each step of the main job" },
}, async ({ page }) => {
  const { email = "", password = "" } = readSignIn().staff.find(({ role }) => role === "support") ?? {};

  await test.step("sign in", async () => {
    await page.goto("/login");
    await expect(page.getByLabel("E-mail")).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Password")).toBeFocused();
    await page.keyboard.type(password);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Overview" })).toBeVisible();
  });

  await test.step("the first stop leads past the navigation", async () => {
    await page.goto("/sandbox");
    await page.keyboard.press("Tab");
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
    await expect(page.getByRole("link", { name: "Skip to content" })).toBeInViewport();
  });

  await test.step("the busy cafe", async () => {
    await tabTo(page, page.getByRole("navigation").getByRole("link", { name: "Transactions" }));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/transactions/);
    await page.keyboard.press("m");
    await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
    await page.keyboard.type("Corner Caf");
    await expect(page.getByRole("dialog").getByRole("link", { name: "All merchants" })).toHaveCount(0);
    await expect(page.getByRole("dialog").getByRole("link", { name: "Corner Cafe" })).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/corner-cafe\/transactions/);
  });

  const table = page.getByRole("grid", { name: "Transactions" });
  const current = () => page.locator(":focus").getAttribute("data-key");

  await test.step("up and down its rows, and into one", async () => {
    await expect(dataRows(table).first()).toBeVisible();
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, table);
    await page.keyboard.press("j");
    const first = await current();
    const look = await lookAtFocus(page);
    await page.keyboard.press("j");
    await expectSeen(look);
    expect(await current()).not.toBe(first);
    await page.keyboard.press("k");
    expect(await current()).toBe(first);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "What happened" })).toBeVisible();
    // The browser's own back key does nothing in headless mode.
    await page.goBack();
    // Until then the list is still restoring the focus, and would move it away from another element.
    await table.locator(`[data-key="${first}"]`).focus();
    await untilIdle(page);
  });

  await test.step("some selected and looked up together", async () => {
    await page.getByRole("link", { name: "Skip to content" }).focus();
    await page.keyboard.press("Enter");
    await tabTo(page, table);
    for (let row = 0; row < 4; row++) {
      await page.keyboard.press("j");
      await page.keyboard.press("x");
    }
    const lookUpButton = page.getByRole("button", { name: /^Look up \d references?$/ });
    await expect(lookUpButton).toBeVisible();
    const expected = Number(/\d/.exec((await lookUpButton.textContent()) ?? "")?.[0]);
    for (let stop = 0; stop < 8 && !(await lookUpButton.evaluate((button) => button === document.activeElement)); stop++) {
      const left = await lookAtFocus(page);
      await page.keyboard.press("Tab");
      await expectSeen(left);
    }
    await expect(lookUpButton).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByText(`${expected} found, 0 not found, 0 not checked`)).toBeVisible();
  });

  await test.step("and a found one opened", async () => {
    const results = page.getByRole("grid", { name: "References" });
    await tabTo(page, results);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/corner-cafe\/transactions\//);
  });
});
