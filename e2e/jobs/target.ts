import type { Point } from "../browsers/driver.ts";

/** How a person would name something on the page. */
export type Target = { role: Role; name?: string | RegExp; within?: Target };

const selectors = {
  button: "button, [role=button]",
  choice: "select",
  checkbox: "input[type=checkbox], [role=checkbox]",
  dialog: "dialog, [role=dialog], [role=alertdialog]",
  grid: "[role=grid], table",
  heading: "h1, h2, h3",
  link: "a[href]",
  list: "ol, ul, [role=list]",
  main: "main",
  navigation: "nav, [role=navigation]",
  region: "section[aria-label], section[aria-labelledby], [role=region]",
  row: "[role=row], tr",
  textbox: "input:not([type=checkbox], [type=radio], [type=hidden]), textarea, [role=textbox]",
} as const;
type Role = keyof typeof selectors;

/** A target as it travels into the page: the outermost first. */
export type Path = { selector: string; name: string | null; flags: string | null }[];

/** A name as a text is the whole name. */
export function toPath({ role, name, within }: Target): Path {
  const pattern = name instanceof RegExp ? { name: name.source, flags: name.flags } : { name: name ?? null, flags: null };
  return [...(within ? toPath(within) : []), { selector: selectors[role], ...pattern }];
}

export type Seen = {
  /** The middle of it, when a click there would hit it. */
  point: Point | null;
  hasFocus: boolean;
  /** The key that leads from the focus on to it: an arrow within a toolbar that has both. */
  nextKey: string;
  text: string;
  isDisabled: boolean;
};

/**
 * Runs in the page: those that fit, in the page's order; invisible ones are left out. `scrolls`: into view, for the mouse only, since
 * the next Tab begins at what was scrolled to.
 */
export function findInPage(path: Path, scrolls: boolean): Seen[] {
  const flat = (text: string | null | undefined) => (text ?? "").replace(/\s+/g, " ").trim();
  const byIds = (ids: string | null) =>
    flat(
      ids
        ?.split(" ")
        .map((id) => document.getElementById(id)?.textContent)
        .join(" "),
    );
  const nameOf = (element: Element) =>
    byIds(element.getAttribute("aria-labelledby")) ||
    flat(element.getAttribute("aria-label")) ||
    flat((element as HTMLInputElement).labels?.[0]?.textContent) ||
    flat(element.textContent);
  const isVisible = (element: Element) => {
    const { width, height } = element.getBoundingClientRect();
    return width > 0 && height > 0 && element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert]");
  };
  const fits = (element: Element, { name, flags }: Path[number]) =>
    name === null || (flags === null ? nameOf(element) === name : new RegExp(name, flags).test(nameOf(element)));
  let found: Element[] = [document.documentElement];
  for (const step of path)
    found = [
      ...new Set(found.flatMap((around) => [...around.querySelectorAll(step.selector)].filter((item) => fits(item, step)))),
    ];
  return found
    .filter((element) => isVisible(element) || isVisible((element as HTMLInputElement).labels?.[0] ?? element))
    .map(look);

  function look(element: Element): Seen {
    const shown = isVisible(element) ? element : ((element as HTMLInputElement).labels?.[0] ?? element);
    if (scrolls) shown.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = shown.getBoundingClientRect();
    const point = { x: left + width / 2, y: top + height / 2 };
    const hit = document.elementFromPoint(point.x, point.y);
    const toolbar = document.activeElement?.closest("[role=toolbar]");
    const arrow = toolbar?.getAttribute("aria-orientation") === "vertical" ? "ArrowDown" : "ArrowRight";
    const isHit = hit !== null && (shown.contains(hit) || hit.closest("label")?.contains(element) === true);
    return {
      point: isHit ? point : null,
      hasFocus: element === document.activeElement || element.contains(document.activeElement),
      nextKey: toolbar?.contains(element) ? arrow : "Tab",
      text: flat(element.textContent),
      isDisabled: element.matches(":disabled, [aria-disabled=true]"),
    };
  }
}
