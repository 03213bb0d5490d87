import { datePresets } from "#components/ui/date-presets.ts";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { MovingDays, View, ViewSearch } from "#lib/contract/view.ts";

/** Arrangement of a list: filters, order and zone; columns when they differ from the user's own. */
export type Arrangement = { search: ViewSearch; columns: TransactionColumn[] | null };

/** A view's current arrangement: relative days are resolved to dates. */
function toViewSearch({ search, movingDays }: Pick<View, "search" | "movingDays">, gatewayZone: string): ViewSearch {
  if (movingDays === null) return search;
  const zone = search.zone ?? gatewayZone;
  return { ...search, ...datePresets(zone).find(({ key }) => key === movingDays)?.range };
}

/** The arrangement in the form a view stores; with `isMoving`, days that match a relative range are stored as relative. */
export function toViewContent(arrangement: Arrangement, { isMoving, gatewayZone }: { isMoving: boolean; gatewayZone: string }) {
  const movingDays = isMoving ? findMovingDays(arrangement, gatewayZone) : null;
  const { from: _, to: __, ...others } = arrangement.search;
  return { movingDays, search: movingDays === null ? arrangement.search : others, columns: arrangement.columns };
}

/** The days of an arrangement as relative days, if they match a relative range today. */
export function findMovingDays({ search }: Arrangement, gatewayZone: string): MovingDays | null {
  const presets = datePresets(search.zone ?? gatewayZone);
  return presets.find(({ range }) => range.from === search.from && range.to === search.to)?.key ?? null;
}

export function isSameArrangement(current: Arrangement, view: View, gatewayZone: string): boolean {
  const saved = { search: toViewSearch(view, gatewayZone), columns: view.columns };
  const text = ({ search, columns }: Arrangement) => JSON.stringify([Object.entries(search).sort(), columns]);
  return text(current) === text(saved);
}

/** The views that every list has besides all: money in and money out. */
export const builtInSigns = ["credit", "debit"] as const;

type Tabs = { views: readonly View[]; openId: string | null; gatewayZone: string };

/**
 * The tab of the list: the view in the address, else of those whose filters are all set the one with the most, built-in ones
 * first; null: all.
 */
export function findSelectedTab({ search, columns }: Arrangement, { views, openId, gatewayZone }: Tabs): string | null {
  if (views.some(({ id }) => id === openId)) return openId;
  const set = new Map<string, unknown>(Object.entries(search));
  const tabs = [
    ...builtInSigns.map((sign) => ({ key: sign, search: { sign }, columns: null })),
    ...views.map((view) => ({ key: view.id, search: toViewSearch(view, gatewayZone), columns: view.columns })),
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

export function viewListPath(environment: string, merchant: string | null): string {
  return merchant === null ? `/${environment}/transactions` : `/${environment}/${merchant}/transactions`;
}

/** The address of a list with the view's arrangement. */
export function viewAddress(environment: string, view: View, gatewayZone: string): string {
  const values = new URLSearchParams(Object.entries(toViewSearch(view, gatewayZone)));
  if (view.columns !== null) values.set("columns", view.columns.join(","));
  values.set("view", view.id);
  return `${viewListPath(environment, view.merchant)}?${values}`;
}
