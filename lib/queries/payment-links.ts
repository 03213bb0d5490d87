import { queryOptions } from "@tanstack/react-query";
import type { PaymentLink, PaymentLinkState } from "../contract/payment-link.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function createPaymentLink(scope: Scope, input: Pick<PaymentLink, "amountMinor" | "currency">): Promise<PaymentLink> {
  return fetchJson(`${scopePath(scope)}/payments/links`, {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/payment-link.ts")).paymentLinkSchema,
  });
}

/** What became of a link; asked again while it may be paid with, and whenever a notification arrives. */
export function paymentLinkQuery(scope: Scope, token: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", "link", token],
    queryFn: ({ signal }) =>
      fetchJson(`${scopePath(scope)}/payments/links/${token}`, {
        schema: async () => (await import("../contract/payment-link.ts")).paymentLinkStateSchema,
        signal,
      }),
    refetchInterval: ({ state: { data, status } }) => (status === "error" || (data && isSettled(data)) ? false : 3_000),
  });
}

/** Nothing more happens by itself: it was paid, called off, given back, or is too old. */
function isSettled({ isOpen, status }: PaymentLinkState): boolean {
  return !isOpen && status !== "paying";
}

/** Gives the whole order back. */
export function refundPaymentLink(scope: Scope, { token, reason }: { token: string; reason: string }): Promise<unknown> {
  return fetchJson(`${scopePath(scope)}/payments/links/${token}/refund`, { method: "POST", body: { reason } });
}
