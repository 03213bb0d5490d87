import "server-only";
import { readJson } from "./read-json.ts";
import { refuseUnstorable } from "./refuse-unstorable.ts";

const bodiless = new Set(["GET", "HEAD"]);

/** The query of a read or the JSON body of a change. The last value of a repeated query parameter is used. */
export async function readInput(request: Request, bodyBytesMax?: number): Promise<unknown> {
  if (!bodiless.has(request.method)) return readJson(request, bodyBytesMax);
  const query = Object.fromEntries(new URL(request.url).searchParams);
  refuseUnstorable(query);
  return query;
}
