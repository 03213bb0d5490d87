import { parseAsArrayOf, parseAsString } from "nuqs/server";

/** The state of the overview is in the address; the default is the last 30 days. */
export const overviewSearchParsers = {
  from: parseAsString,
  to: parseAsString,
  /** Over all merchants: only of this one. */
  group: parseAsString,
  currency: parseAsString,
  /** Slugs of the merchants that are compared. */
  compare: parseAsArrayOf(parseAsString),
};
