/** The key of the list row that something is in; undefined in a control of its own. */
export function rowKeyOf(target: EventTarget): string | undefined {
  if (!(target instanceof HTMLElement) || target.closest("button, input")) return undefined;
  return target.closest("[role=row][data-key]")?.getAttribute("data-key") ?? undefined;
}
