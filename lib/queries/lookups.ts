import { type LookupResult, lookupResultSchema } from "../contract/lookup.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopePath } from "./keys.ts";

/** At most 1,000 references at once. */
export function lookUp(scope: Scope, references: readonly string[], signal?: AbortSignal): Promise<LookupResult> {
  return fetchJson(`${scopePath(scope)}/lookups`, {
    method: "POST",
    body: { references },
    schema: lookupResultSchema,
    ...(signal ? { signal } : {}),
  });
}
