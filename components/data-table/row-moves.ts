import { shortcuts } from "#components/shortcuts/shortcuts.ts";

type Place = { current: number; rowCount: number; rowsInView: number };

/** The row that a key moves to from the current one; undefined for other keys. */
export function toMove(key: string, { current, rowCount, rowsInView }: Place): number | undefined {
  const steps: Record<string, number> = {
    ArrowDown: 1,
    [shortcuts.next.key]: 1,
    ArrowUp: -1,
    [shortcuts.previous.key]: -1,
    PageDown: rowsInView,
    PageUp: -rowsInView,
    End: Number.POSITIVE_INFINITY,
    Home: Number.NEGATIVE_INFINITY,
  };
  const step = Object.hasOwn(steps, key) ? steps[key] : undefined;
  if (step === undefined || rowCount === 0) return undefined;
  return Math.min(rowCount - 1, Math.max(0, current + step));
}

/** The scroll position at which the row is in view; undefined when it already is. */
export function toScrollTop(
  index: number,
  { rowHeightPx, topPx, viewPx }: { rowHeightPx: number; topPx: number; viewPx: number },
): number | undefined {
  const rowTopPx = index * rowHeightPx;
  if (rowTopPx < topPx) return rowTopPx;
  return rowTopPx + rowHeightPx > topPx + viewPx ? rowTopPx + rowHeightPx - viewPx : undefined;
}
