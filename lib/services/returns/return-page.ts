import { formatMoney } from "../../core/money.ts";
import type { ReturnView } from "./return-state.ts";

const words: Record<ReturnView["state"], { title: string; text: string }> = {
  paid: { title: "Payment confirmed", text: "The shop has been told that you paid." },
  not_yet: {
    title: "Payment not confirmed yet",
    text: "The shop has not been told yet. This page looks again by itself; you can also ask the shop later.",
  },
  not_paid: { title: "Not paid", text: "No money was taken for this order, or it was given back." },
};

/**
 * A page for the customer, without script. It names order and amount only where the redirect proved them, and never
 * anything personal.
 */
export function renderReturnPage(view: ReturnView): string {
  const { title, text } = words[view.state];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/return.css"></head><body><main><h1>${title}</h1>${renderOrder(view)}<p>${text}</p></main></body></html>`;
}

function renderOrder({ order }: ReturnView): string {
  if (!order) return "";
  const amount =
    order.amountMinor === null || order.currency === null
      ? ""
      : `<p class="amount">${escapeHtml(`${formatMoney({ amountMinor: order.amountMinor, currency: order.currency })} ${order.currency}`)}</p>`;
  return `${amount}<p>Order <code>${escapeHtml(order.orderId)}</code></p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
