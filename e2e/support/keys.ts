import { expect, type Locator, type Page } from "@playwright/test";
import { expectSeen, lookAtFocus, tabTo } from "./focus.ts";

/** What a person does who has no mouse: walks to a thing and uses it. */
export type Keys = {
  /** Walks to a field, replaces what it holds, and sends the form when told to. */
  type(field: Locator, text: string, options?: { send: boolean }): Promise<void>;
  press(control: Locator): Promise<void>;
  /** Walks to a table, with the arrows to its row, and on to what stands there. */
  pressInRow(row: Locator, control: Locator): Promise<void>;
  /** Walks to a choice and takes the one that is called so. */
  choose(control: Locator, option: string): Promise<void>;
  /** Takes one of the acts of the menu that is open. */
  act(name: string): Promise<void>;
};

export function keysOf(page: Page): Keys {
  /** From the top of a page past its navigation, by the link that is there for it. */
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
  /** Until the focus is on it or in it; it can be seen at every stop. */
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
