import { parseAsString } from "nuqs/server";

/** The list of payments' state lives in the address; names as in contract.md. */
export const paymentSearchParsers = {
  q: parseAsString,
  status: parseAsString,
  kind: parseAsString,
  currency: parseAsString,
  terminal: parseAsString,
  from: parseAsString,
  to: parseAsString,
};
