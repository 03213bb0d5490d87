import { expect, type Locator, type Page } from "@playwright/test";
import { tabTo } from "./focus.ts";

/** What a person does who has no mouse: walks to a thing and uses it. */
export type Keys = {
  /** Walks to a field, replaces what it holds, and sends the form when told to. */
  type(field: Locator, text: string, options?: { send: boolean }): Promise<void>;
  press(control: Locator): Promise<void>;
  /** Opens a choice and takes the one that begins so. */
  choose(control: Locator, option: string): Promise<void>;
  /** Opens a menu and takes one of its acts. */
  act(menu: Locator, name: string): Promise<void>;
};

export function keysOf(page: Page): Keys {
  const press = async (control: Locator) => {
    await tabTo(page, control);
    await page.keyboard.press("Enter");
  };
  const walkTo = async (item: Locator) => {
    await expect(item).toBeVisible();
    for (let step = 0; step < 12; step++) {
      if (await item.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press("ArrowDown");
    }
    throw new Error("Not reached with the arrow keys.");
  };
  return {
    press,
    async type(field, text, { send } = { send: false }) {
      await tabTo(page, field);
      await page.keyboard.press("ControlOrMeta+a");
      await page.keyboard.type(text);
      if (send) await page.keyboard.press("Enter");
    },
    async choose(control, option) {
      await press(control);
      await walkTo(page.getByRole("option", { name: option }));
      await page.keyboard.press("Enter");
      await expect(page.getByRole("option", { name: option })).toBeHidden();
    },
    async act(menu, name) {
      await press(menu);
      await walkTo(page.getByRole("menuitem", { name }));
      await page.keyboard.press("Enter");
    },
  };
}
