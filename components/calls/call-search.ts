import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { callFilters } from "#lib/contract/filters.ts";
import { callPeriods } from "#lib/core/gateway-calls.ts";

/** `method`, `path` and `outcome` name one group of errors. */
export const callSearchParsers = {
  period: parseAsStringLiteral(callPeriods).withDefault("day"),
  ...filterParsers(callFilters),
  method: parseAsString,
  path: parseAsString,
  outcome: parseAsString,
};
