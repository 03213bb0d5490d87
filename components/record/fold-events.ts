const shownMax = 5;

/** What a timeline shows at once, and what it folds: details always, then what is latest. Both keep their order. */
export function foldEvents<Event extends { isDetail?: boolean | undefined }>(
  events: readonly Event[],
): { shown: Event[]; more: Event[] } {
  const shown = events.filter(({ isDetail }) => !isDetail).slice(0, shownMax);
  return { shown, more: events.filter((event) => !shown.includes(event)) };
}
