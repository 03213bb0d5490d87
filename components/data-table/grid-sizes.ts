/** Every row is so high, so that a place in a million rows is a matter of counting. */
export const rowHeightPx = 40;
export const headingHeightPx = 36;
export const boxWidthPx = 40;
