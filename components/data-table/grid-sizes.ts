/** Every row of a long table is so high, so that a place in a million rows is a matter of counting: one line, or two where it is narrow. */
export const rowHeightPx = 40;
export const headingHeightPx = 36;

/** As `app/styles/narrow-rows.css` has it at the width the table now has. */
export function readRowHeightPx(scroller: Element): number {
  const list = scroller.querySelector(":scope .narrow-list");
  return (list && Number(getComputedStyle(list).getPropertyValue("--row-height"))) || rowHeightPx;
}
