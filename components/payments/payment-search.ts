import { parseAsString } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { paymentFilters } from "#lib/contract/filters.ts";

export const paymentSearchParsers = filterParsers(paymentFilters);

/** Selects the link to show and a preset amount. */
export const paymentLinkParsers = { link: parseAsString, amount: parseAsString };
