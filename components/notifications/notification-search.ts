import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { notificationFlags, verdicts } from "#lib/contract/notification-marks.ts";
import { cardBrands, delayBounds, paidWithWords } from "#lib/core/paid-with.ts";

/** The received log's state lives in the address; names as in the API. */
export const notificationSearchParsers = {
  verdict: parseAsStringLiteral(verdicts),
  method: parseAsString,
  flag: parseAsStringLiteral(notificationFlags),
  paidWith: parseAsStringLiteral(paidWithWords),
  brand: parseAsStringLiteral(cardBrands),
  currency: parseAsString,
  delay: parseAsStringLiteral(delayBounds),
  merchant: parseAsString,
  from: parseAsString,
  to: parseAsString,
  q: parseAsString,
};

/** A sale is never notified within these days. */
export const neverNotifiedParsers = { from: parseAsString, to: parseAsString };
