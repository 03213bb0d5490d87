import { queryOptions } from "@tanstack/react-query";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { ChangeViewInput, CreateViewInput } from "#lib/contract/view.ts";
import { callOperation } from "./call-operation.ts";

const viewOperations = async () => (await import("#lib/contract/view.ts")).viewOperations;

/** The own saved views of the transactions list, and the own columns. */
export function viewsQuery(environment: string) {
  return queryOptions({
    queryKey: [environment, "*", "views"],
    queryFn: ({ signal }) => callOperation(viewOperations, "listViews", { params: { environment }, signal }),
    staleTime: 60_000,
  });
}

export function createView(environment: string, body: CreateViewInput) {
  return callOperation(viewOperations, "createView", { params: { environment }, body });
}

export function changeView(environment: string, id: string, body: ChangeViewInput) {
  return callOperation(viewOperations, "changeView", { params: { environment, id }, body });
}

export function deleteView(environment: string, id: string) {
  return callOperation(viewOperations, "deleteView", { params: { environment, id } });
}

export function chooseColumns(environment: string, columns: readonly TransactionColumn[] | null) {
  const body = { columns };
  return callOperation(viewOperations, "chooseColumns", { params: { environment }, body });
}
