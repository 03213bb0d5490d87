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
const hoverMs = 5_000;

async function eachPage({ withPage, records }: Screens, find: (page: Page) => Promise<string[]>) {
  const { merchant, reference, notification } = records;
  const faults = new Set<string>();
  for (const path of [
    "",
    "/transactions?sign=debit",
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
  const faults: string[] = [];
  const hoverAll = async (icons: readonly Locator[], from: () => Promise<void>) => {
    for (const icon of icons) {
      await from();
      await icon.hover({ timeout: hoverMs });
      faults.push(...(await readFault(page, icon)));
    }
  };
  // A tooltip is for a pointer that was moved there, as a hand does.
  await hoverAll(await findIcons(page, within), () => page.mouse.move(1, 1));
  // The button in a row is there while the pointer is on the row.
  const firstRow = "[role=grid] [data-index='0']";
  const row = page.locator(firstRow).first();
  if (within !== "body" || !(await row.isVisible())) return faults;
  await row.hover({ timeout: hoverMs });
  await hoverAll(await findIcons(page, firstRow), () => row.hover({ timeout: hoverMs }));
  return faults;
}

async function findWithoutTooltipOnFocus(page: Page): Promise<string[]> {
  const faults: string[] = [];
  // Only somebody at the keyboard sees where the focus is.
  await page.keyboard.press("Tab");
  for (const icon of await findIcons(page, "header")) {
    await icon.focus();
    faults.push(...(await readFault(page, icon)));
    await icon.blur();
  }
  return faults;
}

/** Buttons and links in view that show no text of their own, by a number that they keep when others come and go. */
async function findIcons(page: Page, within: string): Promise<Locator[]> {
  const count = await page.evaluate(numberIcons, within);
  return Array.from({ length: count }, (_, index) => page.locator(`[data-icon="${index}"]`));
}

/** Runs in the page. Text for screen readers is a pixel wide. */
function numberIcons(within: string): number {
  const isWide = (element: Element | null) => (element?.getBoundingClientRect().width ?? 0) > 1;
  const hasText = (control: Element) => {
    const texts = document.createTreeWalker(control, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) if (texts.currentNode.textContent?.trim() && isWide(texts.currentNode.parentElement)) return true;
    return false;
  };
  for (const numbered of document.querySelectorAll("[data-icon]")) numbered.removeAttribute("data-icon");
  const controls = [...document.querySelectorAll(`${within} :is(button, a[href])`)];
  const isSeen = (control: Element) => control.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const icons = controls.filter(
    (control) => isSeen(control) && isWide(control) && !hasText(control) && control.querySelector("svg"),
  );
  for (const [index, icon] of icons.entries()) icon.setAttribute("data-icon", String(index));
  return icons.length;
}

/** The tooltip of a control that is hovered or focused: its name or what it does, and its key where it has one. */
async function readFault(page: Page, control: Locator): Promise<string[]> {
  const name = (await control.getAttribute("aria-label")) ?? (await control.innerText()).trim();
  const tooltip = page.getByRole("tooltip");
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
