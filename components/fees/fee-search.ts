import { filterParsers } from "#components/filters/filter-parsers.ts";
import { feeFilters } from "#lib/contract/filters.ts";

export const feeParsers = filterParsers(feeFilters);
