import { createParser } from "nuqs/server";
import { isZone } from "#lib/core/days.ts";

/** The time zone in the address; an invalid one is ignored. */
export const parseAsZone = createParser({
  parse: (text) => (text !== "" && isZone(text) ? text : null),
  serialize: (zone: string) => zone,
});
