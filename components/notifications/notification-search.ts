import { filterParsers } from "#components/filters/filter-parsers.ts";
import { notificationFilters, rangeFilters } from "#lib/contract/filters.ts";

export const notificationSearchParsers = filterParsers(notificationFilters);

/** A sale is never notified within these days. */
export const neverNotifiedParsers = filterParsers(rangeFilters);
