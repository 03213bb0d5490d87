import { formatMoney } from "../../core/money.ts";
import type { ReturnView } from "./return-state.ts";

type Words = { title: string; text: string };

const words: Record<ReturnView["state"], Words> = {
  paid: { title: "Payment confirmed", text: "The shop has been told that you paid." },
  not_yet: {
    title: "Payment not confirmed yet",
    text: "The shop has not been told yet. This page looks again by itself; you can also ask the shop later.",
  },
  not_paid: { title: "Not paid", text: "No money was taken for this order." },
  given_back: { title: "Payment given back", text: "This order is not paid: the money that was taken goes back to you." },
  needs_person: {
    title: "Payment not confirmed",
    text: "This payment has to be looked at by a person. Please ask the shop before you pay again.",
  },
};

const neutral: Words = {
  title: "Payment not confirmed yet",
  text: "Nothing here shows that an order was paid. Please ask the shop.",
};

/** How soon the browser asks again by itself: while nothing is decided, and in case what is paid is given back. */
const askAgainSeconds: Partial<Record<ReturnView["state"], number>> = { not_yet: 2, paid: 15 };

/** Seconds until the page is asked for again; undefined when it is not, or its ticket would have ended by then. */
export function waitSeconds({ state, ticket }: ReturnView, nowMs: number): number | undefined {
  const seconds = askAgainSeconds[state];
  return seconds !== undefined && ticket && nowMs + seconds * 1_000 < ticket.until ? seconds : undefined;
}

/**
 * A page for the customer, without script. It names order and amount only where the redirect proved them, and never
 * anything personal.
 */
export function renderReturnPage(view: ReturnView): string {
  const { title, text } = view.ticket ? words[view.state] : neutral;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/return.css"></head><body><main class="${view.state}"><h1>${title}</h1>${renderOrder(view)}<p role="status">${text}</p></main></body></html>`;
}

function renderOrder({ order }: ReturnView): string {
  if (!order) return "";
  const amount =
    order.amountMinor === null || order.currency === null
      ? ""
      : `<p class="amount">${escapeHtml(`${formatMoney({ amountMinor: order.amountMinor, currency: order.currency }, "en-GB")} ${order.currency}`)}</p>`;
  return `${amount}<p>Order <code>${escapeHtml(order.orderId)}</code></p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
