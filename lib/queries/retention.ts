import { queryOptions } from "@tanstack/react-query";
import { type RetentionKind, retentionPreviewSchema, retentionSchema } from "../contract/retention.ts";
import { fetchJson } from "./fetch-json.ts";

/** A run may be under way: the page looks again by itself. */
export function retentionQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "retention"],
    queryFn: ({ signal }) => fetchJson(`/api/${environment}/retention`, { schema: retentionSchema, signal }),
    refetchInterval: 30_000,
  });
}

export function previewRetention(environment: string, { kind, days }: { kind: RetentionKind; days: string }) {
  const query = `${kind}=${encodeURIComponent(days)}`;
  return fetchJson(`/api/${environment}/retention/preview?${query}`, { schema: retentionPreviewSchema });
}

export function changeRetention(environment: string, change: Partial<Record<RetentionKind, number | null>>) {
  return fetchJson(`/api/${environment}/retention`, { method: "PATCH", body: change, schema: retentionSchema });
}
