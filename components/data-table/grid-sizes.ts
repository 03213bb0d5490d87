/** Equal row heights of a long table, so that a row's position can be calculated: one line, or two on narrow screens. */
export const rowHeightPx = 36;
export const headingHeightPx = 32;

/** The row height that `app/styles/narrow-rows.css` sets at the table's current width. */
export function readRowHeightPx(scroller: Element): number {
  const list = scroller.querySelector(":scope .narrow-list");
  return (list && Number(getComputedStyle(list).getPropertyValue("--row-height"))) || rowHeightPx;
}
