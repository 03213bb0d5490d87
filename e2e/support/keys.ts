import { expect, type Locator, type Page } from "@playwright/test";
import { expectSeen, lookAtFocus, tabTo } from "./focus.ts";

/** Actions of a user without a mouse: focuses an element and activates it. */
export type Keys = {
  /** Focuses a field, replaces its value, and submits the form on request. */
  type(field: Locator, text: string, options?: { send: boolean }): Promise<void>;
  press(control: Locator): Promise<void>;
  /** Focuses a table, moves to a row with the arrow keys, and on to the control in it. */
  pressInRow(row: Locator, control: Locator): Promise<void>;
  /** Focuses a select and chooses the option with that name. */
  choose(control: Locator, option: string): Promise<void>;
  /** Chooses an item of the open menu. */
  act(name: string): Promise<void>;
};

export function keysOf(page: Page): Keys {
  /** Skips the page's navigation with the skip link. */
  const enterContent = async () => {
    if (!(await page.evaluate(() => document.activeElement === document.body))) return;
    const skip = page.getByRole("link", { name: "Skip to content" });
    if ((await skip.count()) === 0) return;
    await page.keyboard.press("Tab");
    if (await skip.evaluate((link) => link === document.activeElement)) await page.keyboard.press("Enter");
  };
  const goTo = async (target: Locator) => {
    await expect(target).toBeVisible();
    await enterContent();
    await tabTo(page, target);
  };
  const press = async (control: Locator) => {
    await goTo(control);
    await page.keyboard.press("Enter");
  };
  /** Tabs until the focus is on or in the element; checks that the focus is visible at every stop. */
  const walk = async (key: string, target: Locator) => {
    await expect(target).toBeVisible();
    for (let step = 0; step < 30; step++) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      const left = await lookAtFocus(page);
      await page.keyboard.press(key);
      if (await left.element.evaluate((element) => element !== document.activeElement && element.isConnected))
        await expectSeen(left);
    }
    throw new Error(`Not reached with ${key}.`);
  };
  return {
    press,
    async pressInRow(row, control) {
      await goTo(page.getByRole("grid").filter({ has: row }));
      await page.keyboard.press("Control+Home");
      await walk("ArrowDown", row);
      await walk("ArrowRight", row.getByRole("gridcell").filter({ has: control }));
      await tabTo(page, control, 4);
      await page.keyboard.press("Enter");
    },
    async type(field, text, { send } = { send: false }) {
      await goTo(field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
      if (send) await page.keyboard.press("Enter");
    },
    async choose(control, option) {
      await goTo(control);
      await page.keyboard.type(option);
      await expect(control.getByRole("option", { name: option, selected: true })).toHaveCount(1);
    },
    async act(name) {
      await walk("ArrowDown", page.getByRole("menuitem", { name }));
      await page.keyboard.press("Enter");
    },
  };
}
