import type { Clock } from "#lib/core/clock.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { listOrderMessages } from "#lib/db/notifications/order-deliveries.ts";
import { attemptState } from "#lib/notifications/receive/attempt-state.ts";
import { toEvent } from "#lib/notifications/receive/to-event.ts";
import { findPair, parseForm } from "#lib/notifications/verification/form.ts";
import { verifyNotification } from "#lib/notifications/verification/verify.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { findEndpointNow } from "../notifications/internal/endpoint-rules.ts";
import { type ReturnTicket, ticketLifeMs } from "./return-ticket.ts";

export type ReturnPorts = { db: Database; vault: Vault; clock: Clock };

/**
 * The state shown to the customer. `reserved`: pre-authorized, so nothing was captured yet; `given_back`: paid and rolled
 * back; `needs_person`: a rollback may concern this attempt, so it is not shown as paid. Without a ticket nothing was proven,
 * so no order is shown.
 */
export type ReturnView = {
  state: "paid" | "reserved" | "not_yet" | "not_paid" | "given_back" | "needs_person";
  order: { orderId: string; amountMinor: number | null; currency: string | null } | null;
  ticket: ReturnTicket | null;
};

const nothingProven: ReturnView = { state: "not_yet", order: null, ticket: null };

/**
 * What a browser's redirect may show (docs/notifications.md, rule 19). The redirect's own signature and field order are
 * verified first; it confirms nothing itself: "paid" requires a stored, valid notification. Undefined without such an
 * endpoint.
 */
export async function readRedirect(ports: ReturnPorts, endpointId: string, form: Uint8Array): Promise<ReturnView | undefined> {
  const endpoint = await findEndpointNow(ports, endpointId, { atMs: ports.clock.now() });
  if (!endpoint) return undefined;
  const pairs = parseForm(form) ?? [];
  const verification = verifyNotification(pairs, { ...endpoint, entryPoint: "return" });
  const { method, orderId, trnref } = toEvent(pairs);
  if (verification.verdict !== "valid" || orderId === null || !findPair(pairs, "OrderID")) return nothingProven;
  const until = ports.clock.now() + ticketLifeMs;
  return readState(ports, { endpointId, orderId, trnref, isCancel: method === "IPCPurchaseCancel", until });
}

/** The state of the same order on a later reload. */
export async function readState({ db }: ReturnPorts, ticket: ReturnTicket): Promise<ReturnView> {
  const messages = await listOrderMessages(db, ticket);
  const notified = messages.findLast(
    (message) => message.method === "IPCPurchaseNotify" && (ticket.trnref === null || message.trnref === ticket.trnref),
  );
  const order = { orderId: ticket.orderId, amountMinor: notified?.amountMinor ?? null, currency: notified?.currency ?? null };
  const state = notified ? attemptState(messages, notified.trnref) : "unconfirmed";
  if (state !== "unconfirmed") return { state: shownStates[state], order, ticket };
  const reserved = messages.findLast(
    ({ method, trnref }) => method === "IPCPreAuthorizationNotify" && ticket.trnref !== null && trnref === ticket.trnref,
  );
  if (!reserved) return { state: ticket.isCancel ? "not_paid" : "not_yet", order, ticket };
  const { amountMinor, currency } = reserved;
  // A rollback names no attempt; an amount that may have been released is not shown as reserved.
  const isGivenBack = messages.some(({ method }) => method === "IPCPurchaseRollback");
  return { state: isGivenBack ? "not_paid" : "reserved", order: { ...order, amountMinor, currency }, ticket };
}

const shownStates = { paid: "paid", reversed: "given_back", contested: "needs_person" } as const;
