import { filterParsers } from "#components/filters/filter-parsers.ts";
import { moneyBackFilters } from "#lib/contract/filters.ts";

export const moneyBackParsers = filterParsers(moneyBackFilters);
