import { createParser } from "nuqs/server";
import { isZone } from "#lib/core/zoned-time.ts";

/** A zone in the address; what is none counts as not given. */
export const parseAsZone = createParser({
  parse: (text) => (text !== "" && isZone(text) ? text : null),
  serialize: (zone: string) => zone,
});
