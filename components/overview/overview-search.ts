import { parseAsArrayOf, parseAsString } from "nuqs/server";

/** The state of the overview is in the address; the default is the last 30 days. */
export const overviewSearchParsers = {
  from: parseAsString,
  to: parseAsString,
  currency: parseAsString,
  /** Slugs of the merchants that are compared. */
  compare: parseAsArrayOf(parseAsString),
};
