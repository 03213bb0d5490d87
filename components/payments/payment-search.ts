import { parseAsString } from "nuqs/server";

/** The list of payments' state lives in the address; names as in contract.md. */
export const paymentSearchParsers = { status: parseAsString, from: parseAsString, to: parseAsString, terminal: parseAsString };
