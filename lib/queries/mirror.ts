import { queryOptions } from "@tanstack/react-query";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

/** Events of the live channel make it old while a run goes on; the slow poll is for when the channel is away. */
export function mirrorQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "mirror"],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/mirror`, {
        schema: async () => (await import("../contract/mirror.ts")).mirrorSchema,
        signal,
      }),
    refetchInterval: 15_000,
  });
}

export function requestRun(scope: Scope, body: { kind: "backfill" | "check"; from: string }) {
  return fetchJson(`${scopePath(scope)}/mirror/runs`, {
    schema: async () => (await import("../contract/mirror.ts")).mirrorRunSchema,
    method: "POST",
    body,
  });
}

export function stopRun(scope: Scope, id: string) {
  return fetchJson(`${scopePath(scope)}/mirror/runs/${encodeURIComponent(id)}`, {
    schema: async () => (await import("../contract/mirror.ts")).mirrorRunSchema,
    method: "DELETE",
  });
}
