import { queryOptions } from "@tanstack/react-query";
import type { LookupResult } from "#lib/contract/lookup.ts";
import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";
import { callOperation } from "./call-operation.ts";
import { toQueryString } from "./fetch-json.ts";
import type { Scope } from "./keys.ts";

const lookupOperations = async () => (await import("#lib/contract/lookup.ts")).lookupOperations;

/** At most 1,000 references at once. */
export function lookUp(scope: Scope, references: readonly string[], signal?: AbortSignal): Promise<LookupResult> {
  return callOperation(lookupOperations, scope.merchant === null ? "lookUpReferencesEverywhere" : "lookUpReferences", {
    params: scope,
    body: { references },
    ...(signal ? { signal } : {}),
  });
}

/** Stores references under an id, to share them. */
function shareLookup(environment: string, references: readonly string[]) {
  const body = { references };
  return callOperation(lookupOperations, "shareLookup", { params: { environment }, body });
}

/** The address that looks up the references of all selected transactions of a list, and how many these are. */
export async function matchingLookup({ environment, merchant }: Scope, selection: TransactionSelection) {
  const list = await callOperation(lookupOperations, "shareMatchingLookup", {
    params: { environment },
    body: { merchant, selection },
  });
  return { ...list, address: `/${environment}/lookup${toQueryString({ list: list.id, merchant })}` };
}

export function sharedLookupQuery(environment: string, id: string) {
  return queryOptions({
    queryKey: [environment, "*", "lookup-list", id],
    queryFn: ({ signal }) => callOperation(lookupOperations, "openSharedLookup", { params: { environment, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Up to this number, references are part of the address; more are stored and addressed by an id. */
const mostInAddress = 20;

export function isShortLookup(references: readonly string[]): boolean {
  return references.length <= mostInAddress;
}

/** An address that looks up these references; it can be shared with a colleague. */
export async function lookupAddress({ environment, merchant }: Scope, references: readonly string[]): Promise<string> {
  const what = isShortLookup(references)
    ? { refs: references.join(",") }
    : { list: (await shareLookup(environment, references)).id };
  return `/${environment}/lookup${toQueryString({ ...what, merchant })}`;
}
