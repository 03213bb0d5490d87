import { parseAsString, parseAsStringLiteral } from "nuqs/server";
import { merchantFilters, merchantOrders } from "#lib/contract/merchant-marks.ts";

export const connectionSearchParsers = {
  q: parseAsString,
  status: parseAsStringLiteral(merchantFilters),
  order: parseAsStringLiteral(merchantOrders).withDefault("name"),
};
