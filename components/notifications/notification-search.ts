import { filterParsers } from "#components/filters/filter-parsers.ts";
import { neverNotifiedFilters, notificationFilters } from "#lib/contract/filters.ts";

export const notificationSearchParsers = filterParsers(notificationFilters);

export const neverNotifiedParsers = filterParsers(neverNotifiedFilters);
