/** A valid message about one order; `lastSeenAt` is later than `receivedAt` when the same bytes came again. */
export type OrderMessage = {
  method: string | null;
  trnref: string | null;
  amountMinor: number | null;
  receivedAt: Date;
  lastSeenAt: Date;
};

export type AttemptState = "paid" | "reversed" | "contested" | "unconfirmed";

/**
 * The state of one payment attempt of an order (docs/notifications.md, rules 16 to 18), derived from all
 * valid messages in any order. A rollback does not name an attempt: it reverses those notified before it. An attempt notified
 * after one is contested, since the rollback may belong to it. Without a notification, or with one that has no
 * amount, or only reserved an amount: unconfirmed.
 */
export function attemptState(messages: readonly OrderMessage[], trnref: string | null): AttemptState {
  const notified = notificationsOf(messages, trnref);
  if (notified.length === 0) return "unconfirmed";
  const firstAt = Math.min(...notified.map(({ receivedAt }) => receivedAt.getTime()));
  const rollbacks = messages
    .filter(({ method }) => method === "IPCPurchaseRollback")
    .flatMap(({ receivedAt, lastSeenAt }) => [receivedAt.getTime(), lastSeenAt.getTime()]);
  if (rollbacks.some((at) => at < firstAt)) return "contested";
  if (rollbacks.length > 0) return "reversed";
  const isPaid = notified.some(({ method, amountMinor }) => method === "IPCPurchaseNotify" && amountMinor !== null);
  return isPaid ? "paid" : "unconfirmed";
}

/** The notifications of an attempt: of its payment, and until there is one, of its pre-authorization. */
export function notificationsOf<Message extends Pick<OrderMessage, "method" | "trnref">>(
  messages: readonly Message[],
  trnref: string | null,
): Message[] {
  const own = messages.filter((message) => message.trnref === trnref);
  const payments = own.filter(({ method }) => method === "IPCPurchaseNotify");
  return payments.length > 0 ? payments : own.filter(({ method }) => method === "IPCPreAuthorizationNotify");
}
