import { queryOptions } from "@tanstack/react-query";
import type { TransactionColumn } from "../contract/transaction-columns.ts";
import type { ChangeViewInput, CreateViewInput } from "../contract/view.ts";
import { fetchJson } from "./fetch-json.ts";

/** The person's views of the transactions list, and their columns. */
export function viewsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "views"],
    queryFn: ({ signal }) =>
      fetchJson(`/api/${environment}/transactions/views`, {
        schema: async () => (await import("../contract/view.ts")).viewsSchema,
        signal,
      }),
    staleTime: 60_000,
  });
}

export function createView(environment: string, body: CreateViewInput) {
  return fetchJson(`/api/${environment}/transactions/views`, {
    schema: async () => (await import("../contract/view.ts")).viewSchema,
    method: "POST",
    body,
  });
}

export function changeView(environment: string, id: string, body: ChangeViewInput) {
  return fetchJson(viewPath(environment, id), {
    schema: async () => (await import("../contract/view.ts")).viewSchema,
    method: "PATCH",
    body,
  });
}

export function deleteView(environment: string, id: string) {
  return fetchJson(viewPath(environment, id), { method: "DELETE" });
}

export function chooseColumns(environment: string, columns: readonly TransactionColumn[] | null) {
  const body = { columns };
  return fetchJson(`/api/${environment}/transactions/columns`, {
    schema: async () => (await import("../contract/view.ts")).chosenColumnsSchema,
    method: "PATCH",
    body,
  });
}

function viewPath(environment: string, id: string): string {
  return `/api/${environment}/transactions/views/${encodeURIComponent(id)}`;
}
