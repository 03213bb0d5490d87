import { parseAsString } from "nuqs/server";

/** The received log's state lives in the address; names as in contract.md. */
export const notificationSearchParsers = {
  verdict: parseAsString,
  method: parseAsString,
  from: parseAsString,
  to: parseAsString,
  q: parseAsString,
};
