import { and } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { isEmptyScope } from "../merchants/merchant-scope.ts";
import { delivery } from "../schema/notification.ts";
import { fitsSearch } from "../search/notification-search.ts";
import { type DeliveryFilter, toCondition } from "./notifications.ts";

/** How many a list with this filter has; null when a search fits so many that only a page of them can be found. */
export async function countDeliveries(db: Queryable, filter: Omit<DeliveryFilter, "limit">): Promise<number | null> {
  if (isEmptyScope(filter)) return 0;
  const { search } = filter;
  if (search === undefined) return db.$count(delivery, toCondition(filter));
  const fits = await fitsSearch(db, filter, search);
  return fits === undefined ? null : db.$count(delivery, and(toCondition(filter), fits));
}
