import { queryOptions } from "@tanstack/react-query";
import type { PaymentLink, PaymentLinkState } from "#lib/contract/payment-link.ts";
import { isRefused } from "./api-error.ts";
import { callOperation } from "./call-operation.ts";
import { type Scope, scopeKey } from "./keys.ts";

const paymentLinkOperations = async () => (await import("#lib/contract/payment-link.ts")).paymentLinkOperations;

export function createPaymentLink(scope: Scope, input: Pick<PaymentLink, "amountMinor" | "currency">): Promise<PaymentLink> {
  return callOperation(paymentLinkOperations, "createPaymentLink", { params: scope, body: input });
}

/** The state of a link; refetched while it exists and may be paid, and whenever a notification arrives. */
export function paymentLinkQuery(scope: Scope, token: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", "link", token],
    queryFn: ({ signal }) => callOperation(paymentLinkOperations, "getPaymentLink", { params: { ...scope, token }, signal }),
    refetchInterval: ({ state: { data, error } }) => (isRefused(error) || (data && isSettled(data)) ? false : 3_000),
  });
}

/** The state is final: paid, canceled, refunded or expired. */
function isSettled({ isOpen, status }: PaymentLinkState): boolean {
  return !isOpen && status !== "paying";
}

/** Refunds the whole order. */
export function refundPaymentLink(scope: Scope, { token, reason }: { token: string; reason: string }): Promise<unknown> {
  return callOperation(paymentLinkOperations, "refundPaymentLink", { params: { ...scope, token }, body: { reason } });
}
