import { datePresets, type Range } from "#components/ui/date-presets.ts";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { MovingDays, ViewList } from "#lib/contract/view-parts.ts";
import { addDays } from "#lib/core/days.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { View, ViewSearch } from "#lib/queries/views.ts";

/** Arrangement of a list: filters, order and zone; columns when they differ from the user's own. */
export type Arrangement = { search: ViewSearch; columns: TransactionColumn[] | null };

/** One list, whose views are meant. */
export type ListPlace = { list: ViewList; scope: Scope };

/** The list without any view, also for users with a default view. */
export const allView = "all";

/** A view's current arrangement: relative days are resolved to dates. */
function toViewSearch({ search, movingDays = null }: Pick<View, "search" | "movingDays">, gatewayZone: string): ViewSearch {
  if (movingDays === null) return search;
  const zone = search.zone ?? gatewayZone;
  return { ...search, ...datePresets(zone).find(({ key }) => key === movingDays)?.range };
}

/** The relative days of the open view, and the dates that they were when it was opened; null where its dates were others. */
export type OpenedDays = { key: MovingDays; range: Range | null };

/** Null where the view has no relative days. The dates may be those of a day before. */
export function toOpenedDays({ movingDays }: Pick<View, "movingDays">, { from, to }: ViewSearch): OpenedDays | null {
  if (!movingDays) return null;
  if (from === undefined || to === undefined) return { key: movingDays, range: null };
  // The day on which a range is opened is its last one or the next.
  const presets = [to, addDays(to, 1)].flatMap((today) => datePresets("UTC", today));
  const isTheirs = presets.some(({ key, range }) => key === movingDays && isRange({ from, to }, range));
  return { key: movingDays, range: isTheirs ? { from, to } : null };
}

type Days = { gatewayZone: string; opened: OpenedDays | null };

/** The arrangement in the form a view stores; with `isMoving`, days that match a relative range are stored as relative. */
export function toViewContent(arrangement: Arrangement, { isMoving, ...days }: Days & { isMoving: boolean }) {
  const movingDays = isMoving ? findMovingDays(arrangement, days) : null;
  const { from: _, to: __, ...others } = arrangement.search;
  return { movingDays, search: movingDays === null ? arrangement.search : others, columns: arrangement.columns };
}

/**
 * The days of an arrangement as relative days, if they are still those of the open view or match a relative range today. On some
 * days two ranges are the same, such as this month and today: then it is that of the view.
 */
export function findMovingDays({ search }: Arrangement, { gatewayZone, opened }: Days): MovingDays | null {
  if (opened?.range && isRange(search, opened.range)) return opened.key;
  const fitting = datePresets(search.zone ?? gatewayZone).filter(({ range }) => isRange(search, range));
  return (fitting.find(({ key }) => key === opened?.key) ?? fitting[0])?.key ?? null;
}

function isRange({ from, to }: ViewSearch, range: Range): boolean {
  return from === range.from && to === range.to;
}

export function isSameArrangement(current: Arrangement, view: View, { gatewayZone, opened }: Days): boolean {
  // Since midnight the view's days are others, but the list still has those with which it was opened.
  const days = opened?.range && isRange(current.search, opened.range) ? opened.range : {};
  const saved = { search: { ...toViewSearch(view, gatewayZone), ...days }, columns: view.columns ?? null };
  const text = ({ search, columns }: Arrangement) => JSON.stringify([Object.entries(search).sort(), columns]);
  return text(current) === text(saved);
}

/** A tab that everyone has, besides all: filters of the list. */
export type BuiltIn = { key: string; search: ViewSearch };

type Tabs = { builtIn: readonly BuiltIn[]; views: readonly View[]; openId: string | null; gatewayZone: string };

/**
 * The tab of the list: the view in the address, else of those whose filters are all set the one with the most, built-in ones
 * first; null: all.
 */
export function findSelectedTab({ search, columns }: Arrangement, { builtIn, views, openId, gatewayZone }: Tabs): string | null {
  if (views.some(({ id }) => id === openId)) return openId;
  const set = new Map<string, unknown>(Object.entries(search));
  const tabs = [
    ...builtIn.map((tab) => ({ ...tab, columns: null })),
    ...views.map(({ id, columns = null, ...view }) => ({ key: id, search: toViewSearch(view, gatewayZone), columns })),
  ].map((tab) => ({ ...tab, filters: Object.entries(tab.search) }));
  const fitting = tabs.filter(
    (tab) =>
      tab.filters.length > 0 &&
      tab.filters.every(([name, value]) => set.get(name) === value) &&
      (tab.columns === null || tab.columns.join() === columns?.join()),
  );
  fitting.sort((left, right) => right.filters.length - left.filters.length);
  return fitting[0]?.key ?? null;
}

/** Whether the arrangement is what a built-in tab shows, no more. */
export function isBuiltInArrangement({ search, columns }: Arrangement, builtIn: readonly BuiltIn[]): boolean {
  const text = (values: ViewSearch) => JSON.stringify(Object.entries(values).sort());
  return columns === null && builtIn.some((tab) => text(tab.search) === text(search));
}

export function viewListPath({ list, scope: { environment, merchant } }: ListPlace): string {
  return merchant === null ? `/${environment}/${list}` : `/${environment}/${merchant}/${list}`;
}

/** The address of a list with the view's arrangement. */
export function viewAddress(place: ListPlace, view: View, gatewayZone: string): string {
  const values = new URLSearchParams();
  for (const [name, value] of Object.entries(toViewSearch(view, gatewayZone))) if (value !== undefined) values.set(name, value);
  if (view.columns) values.set("columns", view.columns.join(","));
  values.set("view", view.id);
  return `${viewListPath(place)}?${values}`;
}

/** The link to a view. Relative days are left to the server (`openView`): a tab may stay open overnight. */
export function viewHref(place: ListPlace, view: View, gatewayZone: string): string {
  if ((view.movingDays ?? null) === null) return viewAddress(place, view, gatewayZone);
  return `${viewListPath(place)}?view=${view.id}`;
}
