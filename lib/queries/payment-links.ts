import { queryOptions } from "@tanstack/react-query";
import type { PaymentLink, PaymentLinkState } from "#lib/contract/payment-link.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const paymentLinkOperations = async () => (await import("#lib/contract/payment-link.ts")).paymentLinkOperations;

export function createPaymentLink(scope: Scope, input: Pick<PaymentLink, "amountMinor" | "currency">): Promise<PaymentLink> {
  return callOperation(paymentLinkOperations, "createPaymentLink", { params: scope, body: input });
}

/** What became of a link; asked again while it may be paid with, and whenever a notification arrives. */
export function paymentLinkQuery(scope: Scope, token: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", "link", token],
    queryFn: ({ signal }) => callOperation(paymentLinkOperations, "getPaymentLink", { params: { ...scope, token }, signal }),
    refetchInterval: ({ state: { data, status } }) => (status === "error" || (data && isSettled(data)) ? false : 3_000),
  });
}

/** Nothing more happens by itself: it was paid, called off, given back, or is too old. */
function isSettled({ isOpen, status }: PaymentLinkState): boolean {
  return !isOpen && status !== "paying";
}

/** Gives the whole order back. */
export function refundPaymentLink(scope: Scope, { token, reason }: { token: string; reason: string }): Promise<unknown> {
  return callOperation(paymentLinkOperations, "refundPaymentLink", { params: { ...scope, token }, body: { reason } });
}
