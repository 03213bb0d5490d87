import { parseAsString, parseAsStringLiteral } from "nuqs/server";

/** The overview's state lives in the address; without days it is of the last 30. */
export const overviewSearchParsers = {
  from: parseAsString,
  to: parseAsString,
  currency: parseAsString,
  measure: parseAsStringLiteral(["volume", "count"] as const).withDefault("volume"),
};
