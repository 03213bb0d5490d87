import { filterParsers } from "#components/filters/filter-parsers.ts";
import { merchantListFilters } from "#lib/contract/filters.ts";

export const merchantListParsers = filterParsers(merchantListFilters);
