import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { transactionListFilters } from "#lib/contract/filters.ts";
import { transactionColumns } from "#lib/contract/transaction-columns.ts";

export const transactionSearchParsers = filterParsers(transactionListFilters);

/** `view`: the named view that was opened, or `allView`. `columns`: where they are not the person's own. */
export const arrangementParsers = {
  view: parseAsString,
  columns: parseAsArrayOf(parseAsStringLiteral(transactionColumns)),
};

/** The list without any view, also for who has one it opens with. */
export const allView = "all";
