const shownMax = 5;

type Folding = { isDetail?: boolean | undefined; isMinor?: boolean | undefined };

/**
 * What a timeline shows at once, and what it folds: details always; where there are too many, what is minor, then what is
 * latest. Both keep their order.
 */
export function foldEvents<Event extends Folding>(events: readonly Event[]): { shown: Event[]; more: Event[] } {
  const main = events.filter(({ isDetail }) => !isDetail);
  const shown = (main.length > shownMax ? main.filter(({ isMinor }) => !isMinor) : main).slice(0, shownMax);
  return { shown, more: events.filter((event) => !shown.includes(event)) };
}
