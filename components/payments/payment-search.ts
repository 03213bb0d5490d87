import { parseAsString } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { paymentFilters } from "#lib/contract/filters.ts";

export const paymentSearchParsers = filterParsers(paymentFilters);

/** Which link is shown, and an amount to begin with. */
export const paymentLinkParsers = { link: parseAsString, amount: parseAsString };
