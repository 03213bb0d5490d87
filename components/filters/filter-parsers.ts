import { parseAsString, parseAsStringLiteral, type SingleParserBuilder } from "nuqs/server";
import { parseAsZone } from "#components/layout/zone-search.ts";
import type { Filter, Filters, FilterValue } from "#lib/contract/filters.ts";

/** The state of a list is in the page's address, with the parameter names of the API. */
export function filterParsers<F extends Filters>(filters: F) {
  const parsers = Object.entries(filters).map(([name, filter]) => [name, parserOf(filter)]);
  return Object.fromEntries(parsers) as { -readonly [Name in keyof F]: SingleParserBuilder<FilterValue<F[Name]>> };
}

function parserOf(filter: Filter) {
  if (filter.kind === "choice") return parseAsStringLiteral(filter.values);
  return filter.kind === "zone" ? parseAsZone : parseAsString;
}
