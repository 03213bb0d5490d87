const shownMax = 5;
const newest = 3;

type Folding = { isDetail?: boolean | undefined; isMinor?: boolean | undefined };

/**
 * What a timeline shows at once, and what it folds: details always; where there are too many, what is minor, then the
 * middle, since the newest says what became of the money. Both keep their order.
 */
export function foldEvents<Event extends Folding>(events: readonly Event[]): { shown: Event[]; more: Event[] } {
  const main = events.filter(({ isDetail }) => !isDetail);
  const weighty = main.length > shownMax ? main.filter(({ isMinor }) => !isMinor) : main;
  const isLong = weighty.length > shownMax;
  const shown = isLong ? [...weighty.slice(0, shownMax - newest), ...weighty.slice(-newest)] : weighty;
  return { shown, more: events.filter((event) => !shown.includes(event)) };
}
