import { infiniteQueryOptions } from "@tanstack/react-query";
import type { auditFilters, FilterSearch } from "#lib/contract/filters.ts";
import { callOperation } from "./call-operation.ts";
import { toQueryString } from "./fetch-json.ts";

const auditOperations = async () => (await import("#lib/contract/audit.ts")).auditOperations;

export type AuditSearch = FilterSearch<typeof auditFilters>;

export function auditQuery(environment: string, search: AuditSearch) {
  return infiniteQueryOptions({
    queryKey: [environment, "*", "audit", search],
    queryFn: ({ pageParam, signal }) =>
      callOperation(auditOperations, "listAudit", { params: { environment }, query: { ...search, cursor: pageParam }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
}

/** The address to download the same rows as a file. */
export function auditExportHref(environment: string, search: AuditSearch): string {
  return `/api/${environment}/audit/export${toQueryString(search)}`;
}
