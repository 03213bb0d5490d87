import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** The transactions list's state lives in the address; names as in contract.md. */
export const transactionSearchParsers = {
  from: parseAsString,
  to: parseAsString,
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

export const filterLabels: Record<keyof typeof transactionSearchParsers, string> = {
  from: "From",
  to: "To",
  q: "Identifier",
  type: "Type",
  sign: "Direction",
  currency: "Currency",
  account: "Account",
  terminal: "Terminal",
  amountMin: "At least",
  amountMax: "At most",
  order: "Order",
};
