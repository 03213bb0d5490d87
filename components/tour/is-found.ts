import type { PaymentLinkState } from "#lib/contract/payment-link.ts";

type Search = { queryKey: readonly unknown[]; state: { data: unknown } };

/** Whether a search of the search box or the palette has this payment, or its notification, among its hits. */
export function isFound(
  queries: readonly Search[],
  { orderId, trnref, notifications }: Pick<PaymentLinkState, "orderId" | "trnref" | "notifications">,
): boolean {
  const marks = [orderId, trnref, ...notifications.map(({ id }) => id)].filter((mark) => mark !== null);
  return queries.some(({ queryKey: [environment, , kind], state: { data } }) => {
    if (environment !== "sandbox" || (kind !== "find" && kind !== "quick-find") || data === undefined) return false;
    const text = JSON.stringify(data);
    return marks.some((mark) => text.includes(`"${mark}"`) || text.includes(`/${mark}"`));
  });
}
