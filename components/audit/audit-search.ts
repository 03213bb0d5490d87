import { filterParsers } from "#components/filters/filter-parsers.ts";
import { auditFilters } from "#lib/contract/filters.ts";

export const auditSearchParsers = filterParsers(auditFilters);
