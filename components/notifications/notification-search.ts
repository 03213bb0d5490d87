import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { notificationFlags, verdicts } from "#lib/contract/notification.ts";

/** The received log's state lives in the address; names as in contract.md. */
export const notificationSearchParsers = {
  verdict: parseAsStringLiteral(verdicts),
  method: parseAsString,
  flag: parseAsStringLiteral(notificationFlags),
  merchant: parseAsString,
  from: parseAsString,
  to: parseAsString,
  q: parseAsString,
};

/** A sale is never notified within these days. */
export const neverNotifiedParsers = { from: parseAsString, to: parseAsString };
