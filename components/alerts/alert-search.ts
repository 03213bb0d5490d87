import { parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { alertStatuses } from "#lib/contract/alert-marks.ts";
import { alertFilters } from "#lib/contract/filters.ts";

export const alertSearchParsers = {
  status: parseAsStringLiteral(alertStatuses).withDefault("open"),
  ...filterParsers(alertFilters),
};
