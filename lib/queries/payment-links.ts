import { queryOptions } from "@tanstack/react-query";
import { type PaymentLink, paymentLinkSchema, paymentLinkStateSchema } from "../contract/payment-link.ts";
import { fetchJson } from "./fetch-json.ts";
import { type Scope, scopeKey, scopePath } from "./keys.ts";

export function createPaymentLink(scope: Scope, input: Pick<PaymentLink, "amountMinor" | "currency">): Promise<PaymentLink> {
  return fetchJson(`${scopePath(scope)}/payments/links`, { method: "POST", body: input, schema: paymentLinkSchema });
}

/** What became of a link; asked again while it may be paid with, and whenever a notification arrives. */
export function paymentLinkQuery(scope: Scope, token: string) {
  return queryOptions({
    queryKey: [...scopeKey(scope), "payment", "link", token],
    queryFn: ({ signal }) => fetchJson(`${scopePath(scope)}/payments/links/${token}`, { schema: paymentLinkStateSchema, signal }),
    refetchInterval: (query) => (query.state.data?.isOpen === false ? false : 3_000),
  });
}
