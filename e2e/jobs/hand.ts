import { waitMs } from "#lib/core/testing/wait-ms.ts";
import type { Driver } from "../browsers/driver.ts";
import { findInPage, type Seen, type Target, toPath } from "./target.ts";

/** Somebody at a browser, with a mouse or without one. Counts what they do. */
export type Hand = {
  /** Activates a control: by a click, or by its shortcut or Tab, arrow keys in a toolbar, and Enter. */
  open(target: Target, options?: { shortcut?: string }): Promise<void>;
  /** Writes into a field, which is clicked or reached first unless it has the focus. */
  write(field: Target, text: string, options?: { shortcut?: string }): Promise<void>;
  /** Chooses in a native select by typing: no driver reaches its list. With a mouse it counts as opening and choosing. */
  choose(field: Target, option: string): Promise<void>;
  /** Selects a row: by its checkbox, or by arrow keys and `x`. */
  tick(row: Target): Promise<void>;
  press(keys: string): Promise<void>;
  /** Waits for it; resolves with its text. */
  see(target: Target): Promise<string>;
  isSeen(target: Target): Promise<boolean>;
  until(what: string, condition: () => Promise<boolean>): Promise<void>;
  readonly driver: Driver;
  readonly clicks: number;
  readonly keys: number;
};

export const ways = ["mouse", "keyboard"] as const;
export type Way = (typeof ways)[number];

const pollMs = 50;
/** Looks at which a target is where it was: a popover that opens moves, and rests between two frames. */
const stillLooksMin = 4;
const stopsMax = 80;

export function handOf(driver: Driver, way: Way): Hand {
  const count = { clicks: 0, keys: 0 };
  const look = async (target: Target, { scrolls = false } = {}) => (await driver.run(findInPage, toPath(target), scrolls))[0];
  const described = (target: Target) => JSON.stringify(toPath(target).map(({ selector, name }) => name ?? selector));
  const see = (target: Target): Promise<Seen> => untilFound(described(target), () => look(target));
  const press = async (keys: string) => {
    count.keys += 1;
    await driver.press(keys);
  };
  const click = async (target: Target) => {
    let [before, stillLooks] = ["", 0];
    const { point } = await untilFound(`${described(target)} to click`, async () => {
      const seen = await look(target, { scrolls: true });
      const place = JSON.stringify(seen?.point ?? null);
      stillLooks = place === before ? stillLooks + 1 : 0;
      before = place;
      return seen?.point && stillLooks >= stillLooksMin && !seen.isDisabled ? seen : undefined;
    });
    if (!point) return;
    count.clicks += 1;
    await driver.click(point);
  };
  const reach = async (target: Target) => {
    for (let stop = 0; stop < stopsMax; stop++) {
      const seen = await see(target);
      if (seen.hasFocus) return;
      await press(seen.nextKey);
    }
    throw new Error(`Not reached with ${stopsMax} stops: ${described(target)}`);
  };
  return {
    driver,
    press,
    open: async (target, { shortcut } = {}) => {
      if (way === "mouse") return click(target);
      if (shortcut !== undefined) return press(shortcut);
      await reach(target);
      await press("Enter");
    },
    write: async (field, text, { shortcut } = {}) => {
      const isThere = (await see(field)).hasFocus;
      if (!isThere && way === "mouse") await click(field);
      else if (!isThere && shortcut !== undefined) await press(shortcut);
      else if (!isThere) await reach(field);
      await untilFound(`the focus in ${described(field)}`, async () => ((await look(field))?.hasFocus ? true : undefined));
      await driver.press("Control+a");
      await driver.type(text);
    },
    choose: async (field, option) => {
      await reach(field);
      if (way === "mouse") count.clicks += 2;
      await driver.type(option);
    },
    tick: async (row) => {
      if (way === "mouse") return click({ role: "checkbox", within: row });
      await see(row);
      await untilFound(`the focus on ${described(row)}`, async () => {
        if ((await look(row))?.hasFocus) return true;
        await press("j");
        return undefined;
      });
      await press("x");
    },
    see: async (target) => (await see(target)).text,
    isSeen: async (target) => (await look(target)) !== undefined,
    until: async (what, condition) => {
      await untilFound(what, async () => ((await condition()) ? true : undefined));
    },
    get clicks() {
      return count.clicks;
    },
    get keys() {
      return count.keys;
    },
  };
}

async function untilFound<Found>(what: string, read: () => Promise<Found | undefined>): Promise<Found> {
  const limit = AbortSignal.timeout(waitMs);
  for (;;) {
    const found = await read();
    if (found !== undefined) return found;
    if (limit.aborted) throw new Error(`Waited in vain for ${what}.`);
    await new Promise((resume) => setTimeout(resume, pollMs));
  }
}
