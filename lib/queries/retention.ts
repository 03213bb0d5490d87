import { queryOptions } from "@tanstack/react-query";
import type { RetentionKind } from "../contract/retention.ts";
import { fetchJson } from "./fetch-json.ts";

/** A run may be under way: the page looks again by itself. */
export function retentionQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "retention"],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/retention`, {
        schema: async () => (await import("../contract/retention.ts")).retentionSchema,
        signal,
      }),
    refetchInterval: 30_000,
  });
}

export function previewRetention(environment: string, { kind, days }: { kind: RetentionKind; days: string }) {
  const query = `${kind}=${encodeURIComponent(days)}`;
  return fetchJson(`/api/${environment}/retention/preview?${query}`, {
    schema: async () => (await import("../contract/retention.ts")).retentionPreviewSchema,
  });
}

export function changeRetention(environment: string, change: Partial<Record<RetentionKind, number | null>>) {
  return fetchJson(`/api/${environment}/retention`, {
    method: "PATCH",
    body: change,
    schema: async () => (await import("../contract/retention.ts")).retentionSchema,
  });
}
