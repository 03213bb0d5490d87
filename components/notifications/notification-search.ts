import { filterParsers } from "#components/filters/filter-parsers.ts";
import { notificationFilters, rangeFilters } from "#lib/contract/filters.ts";

export const notificationSearchParsers = filterParsers(notificationFilters);

/** Filters of sales without a notification: only the range of days. */
export const neverNotifiedParsers = filterParsers(rangeFilters);
