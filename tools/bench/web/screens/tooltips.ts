import type { Locator, Page } from "@playwright/test";
import { type ShortcutName, shortcutKeys } from "#components/shortcuts/shortcuts.ts";
import { untilIdle } from "#scripts/support/until-idle.ts";
import { type Criterion, countOf } from "./criterion.ts";
import type { Screens } from "./screens.ts";

/** Controls that are only an icon. A `title` is no tooltip: it comes late, and not on focus. */
export const tooltipCriteria: readonly Criterion[] = [
  {
    id: "S9",
    what: "icons to press without a tooltip, with its shortcut, within 500 ms of hover",
    most: 0,
    measure: (screens) => eachPage(screens, findWithoutTooltip),
  },
  {
    id: "S9",
    what: "the same with the navigation collapsed",
    most: 0,
    measure: (screens) =>
      eachPage(screens, async (page) => {
        await page.keyboard.press("[");
        await untilIdle(page);
        return findWithoutTooltip(page, "aside");
      }),
  },
  {
    id: "S9",
    what: "icons of the top bar without a tooltip within 500 ms of focus",
    most: 0,
    measure: (screens) => eachPage(screens, findWithoutTooltipOnFocus),
  },
];

/** What a press of these does has a key of its own. */
const keysOf: readonly (readonly [name: RegExp, shortcut: ShortcutName])[] = [
  [/^Merchant:/, "merchant"],
  [/^(Collapse|Expand) navigation$/, "navigation"],
  [/^Keyboard shortcuts$/, "help"],
  [/^Command/, "palette"],
  [/phone call$/i, "phoneCall"],
  [/^Copy .*(POS|\d{6})/, "copy"],
];

const tooltipMs = 500;

async function eachPage({ withPage, records }: Screens, find: (page: Page) => Promise<string[]>) {
  const { merchant, reference, notification } = records;
  const faults = new Set<string>();
  for (const path of [
    "",
    "/transactions",
    "/merchants",
    `/${merchant}/notifications`,
    `/${merchant}/transactions/${reference}`,
    `/${notification.merchant}/notifications/${notification.id}`,
    `/${merchant}/endpoints`,
  ]) {
    // Said once for all pages that have it.
    await withPage({ path: `/sandbox${path}` }, async (page) => {
      for (const fault of await find(page)) faults.add(fault);
    });
  }
  return countOf([...faults]);
}

async function findWithoutTooltip(page: Page, within = "body"): Promise<string[]> {
  // The button that clears a field can be seen and pressed only while the field has a text.
  const search = page.getByRole("searchbox").first();
  await search.fill("x");
  await search.blur();
  // The button in a row is there while the pointer is on the row.
  const row = page.locator("[role=grid] [data-index='0']");
  const isOnRow = within === "body" && (await row.count()) > 0;
  const faults: string[] = [];
  for (const button of await findIcons(page, within)) {
    // A tooltip is for a pointer that was moved there, as a hand does.
    await page.mouse.move(1, 1);
    await button.hover();
    faults.push(...(await readFault(page, button)));
  }
  if (!isOnRow) return faults;
  await row.hover();
  for (const button of await findIcons(page, "[role=grid] [data-index='0']")) {
    await button.hover();
    faults.push(...(await readFault(page, button)));
  }
  return faults;
}

async function findWithoutTooltipOnFocus(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // Only somebody at the keyboard sees where the focus is.
  await page.keyboard.press("Tab");
  for (const button of await findIcons(page, "header")) {
    await button.focus();
    faults.push(...(await readFault(page, button)));
    await button.blur();
  }
  return faults;
}

/** Buttons and links in view that show no text of their own. */
async function findIcons(page: Page, within: string): Promise<Locator[]> {
  const all = await page.locator(`${within} :is(button, a[href]):visible`).all();
  const icons: Locator[] = [];
  for (const control of all) if (await control.evaluate(isIcon)) icons.push(control);
  return icons;
}

/** Runs in the page. Text for screen readers is a pixel wide. */
function isIcon(control: Element): boolean {
  const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const range = document.createRange();
    range.selectNodeContents(texts.currentNode);
    const parentPx = texts.currentNode.parentElement?.getBoundingClientRect().width ?? 0;
    if (texts.currentNode.textContent?.trim() && parentPx > 1 && range.getBoundingClientRect().width > 1) return false;
  }
  return control.querySelector("svg") !== null && control.getBoundingClientRect().width > 1;
}

/** The tooltip of a control that is hovered or focused: its name, and its key where it has one. */
async function readFault(page: Page, control: Locator): Promise<string[]> {
  const name = (await control.getAttribute("aria-label")) ?? (await control.innerText()).trim();
  const tooltip = page.getByRole("tooltip").filter({ hasText: name });
  const isThere = await tooltip.waitFor({ timeout: tooltipMs }).then(
    () => true,
    () => false,
  );
  if (!isThere) return [`${name}: no tooltip`];
  const shortcut = keysOf.find(([named]) => named.test(name))?.[1];
  if (shortcut === undefined) return [];
  const shown = await tooltip.locator("kbd").allInnerTexts();
  return shortcutKeys(shortcut, false).every((key) => shown.includes(key)) ? [] : [`${name}: no shortcut`];
}
