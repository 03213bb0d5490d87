import { infiniteQueryOptions } from "@tanstack/react-query";
import type { auditFilters, FilterSearch } from "../contract/filters.ts";
import { fetchJson, toQueryString } from "./fetch-json.ts";

export type AuditSearch = FilterSearch<typeof auditFilters>;

export function auditQuery(environment: string, search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "audit", search],
    queryFn: ({ pageParam, signal }) =>
      fetchJson(`/api/${environment}/audit${toQueryString({ ...search, cursor: pageParam })}`, {
        schema: async () => (await import("../contract/audit.ts")).auditPageSchema,
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** Where the browser downloads the same rows as a file. */
export function auditExportHref(environment: string, search: AuditSearch): string {
  return `/api/${environment}/audit/export${toQueryString(search)}`;
}
