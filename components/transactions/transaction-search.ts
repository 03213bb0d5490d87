import { parseAsArrayOf, parseAsString, parseAsStringLiteral } from "nuqs/server";
import { parseAsZone } from "#components/layout/zone-search.ts";
import { transactionColumns } from "#lib/contract/transaction-columns.ts";

/** The transactions list's state lives in the address; names as in the API. */
export const transactionSearchParsers = {
  from: parseAsString,
  to: parseAsString,
  zone: parseAsZone,
  q: parseAsString,
  type: parseAsString,
  sign: parseAsStringLiteral(["credit", "debit"] as const),
  currency: parseAsString,
  account: parseAsString,
  terminal: parseAsString,
  amountMin: parseAsString,
  amountMax: parseAsString,
  order: parseAsStringLiteral(["newest", "oldest", "largest", "smallest"] as const),
};

/** `view`: the named view that was opened, or `allView`. `columns`: where they are not the person's own. */
export const arrangementParsers = {
  view: parseAsString,
  columns: parseAsArrayOf(parseAsStringLiteral(transactionColumns)),
};

/** The list without any view, also for who has one it opens with. */
export const allView = "all";
