import { queryOptions } from "@tanstack/react-query";
import type { PaymentLink } from "../contract/payment-link.ts";
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
    refetchInterval: (query) => (query.state.data?.isOpen === false ? false : 3_000),
  });
}
