import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { transactionListFilters } from "#lib/contract/filters.ts";
import { transactionColumns } from "#lib/contract/transaction-columns.ts";

export const transactionSearchParsers = filterParsers(transactionListFilters);

/** `view`: the open saved view, or `allView`. `columns`: when they differ from the user's own. */
export const arrangementParsers = {
  view: parseAsString,
  columns: parseAsArrayOf(parseAsStringLiteral(transactionColumns)),
};

/** The list without any view, also for users with a default view. */
export const allView = "all";
