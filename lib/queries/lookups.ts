import { queryOptions } from "@tanstack/react-query";
import type { LookupResult, NotificationsFilter, PaymentsFilter } from "#lib/contract/lookup.ts";
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

/** Stores references under an id, so that an address can name them. */
export function shareLookup(environment: string, references: readonly string[]) {
  const body = { references };
  return callOperation(lookupOperations, "shareLookup", { params: { environment }, body });
}

/** The address that looks up the references of matching rows, and how many these are. */
export type MatchingLookup = { address: string; references: number; isCut: boolean };

export async function matchingLookup(scope: Scope, selection: TransactionSelection): Promise<MatchingLookup> {
  const { environment, merchant } = scope;
  const body = { merchant, selection };
  return withAddress(scope, await callOperation(lookupOperations, "shareMatchingLookup", { params: { environment }, body }));
}

export async function notificationsLookup(scope: Scope, filter: NotificationsFilter): Promise<MatchingLookup> {
  const { environment, merchant } = scope;
  const body = { merchant, filter };
  return withAddress(scope, await callOperation(lookupOperations, "shareNotificationsLookup", { params: { environment }, body }));
}

export async function paymentsLookup(scope: Scope, filter: PaymentsFilter): Promise<MatchingLookup> {
  const { environment, merchant } = scope;
  const body = { merchant, filter };
  return withAddress(scope, await callOperation(lookupOperations, "sharePaymentsLookup", { params: { environment }, body }));
}

type Shared = { id: string; references: number; isCut: boolean };

function withAddress({ environment, merchant }: Scope, { id, ...list }: Shared): MatchingLookup {
  return { ...list, address: `/${environment}/lookup${toQueryString({ list: id, merchant })}` };
}

export function sharedLookupQuery(environment: string, id: string) {
  return queryOptions({
    queryKey: [environment, "*", "lookup-list", id],
    queryFn: ({ signal }) => callOperation(lookupOperations, "openSharedLookup", { params: { environment, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
}

/** Up to this number, references are part of the address, with commas between them; others are stored and addressed by an id. */
const mostInAddress = 20;

export function isShortLookup(references: readonly string[]): boolean {
  return references.length <= mostInAddress && !references.some((reference) => reference.includes(","));
}

/** An address that looks up these references; it can be shared with a colleague. */
export async function lookupAddress({ environment, merchant }: Scope, references: readonly string[]): Promise<string> {
  const what = isShortLookup(references)
    ? { refs: references.join(",") }
    : { list: (await shareLookup(environment, references)).id };
  return `/${environment}/lookup${toQueryString({ ...what, merchant })}`;
}
