/** The key of the list row that contains the element; undefined for an interactive control within a row. */
export function rowKeyOf(target: EventTarget): string | undefined {
  if (!(target instanceof HTMLElement) || target.closest("button, input")) return undefined;
  return target.closest("[role=row][data-key]")?.getAttribute("data-key") ?? undefined;
}
