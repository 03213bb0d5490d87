/** Equal row heights of a long table, as `app/styles/narrow-rows.css` sets them: one line; two lines on narrow screens. */
export const rowHeightPx = 36;
export const headingHeightPx = 32;

/** The row height at the table's current width. */
export function readRowHeightPx(scroller: Element): number {
  const list = scroller.querySelector(":scope .row-list");
  return (list && Number(getComputedStyle(list).getPropertyValue("--row-height"))) || rowHeightPx;
}
