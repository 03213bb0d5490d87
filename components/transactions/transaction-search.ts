import { createParser, parseAsArrayOf, parseAsStringLiteral } from "nuqs/server";
import { filterParsers } from "#components/filters/filter-parsers.ts";
import { transactionListFilters } from "#lib/contract/filters.ts";
import { transactionColumns } from "#lib/contract/transaction-columns.ts";

export const transactionSearchParsers = filterParsers(transactionListFilters);

const columnList = parseAsArrayOf(parseAsStringLiteral(transactionColumns));

/** The columns, each once, when they differ from the user's own. */
export const parseAsColumns = createParser({ ...columnList, parse: (text) => [...new Set(columnList.parse(text))] });
