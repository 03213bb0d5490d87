import { parseAsString } from "nuqs/server";

/** The list of payments' state lives in the address; names as in the API. */
export const paymentSearchParsers = {
  q: parseAsString,
  status: parseAsString,
  kind: parseAsString,
  currency: parseAsString,
  terminal: parseAsString,
  from: parseAsString,
  to: parseAsString,
};

/** Which link is shown, and an amount to begin with. */
export const paymentLinkParsers = { link: parseAsString, amount: parseAsString };
