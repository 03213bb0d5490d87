import type { LanguageTag } from "#lib/core/languages.ts";
import { formatMoney } from "#lib/core/money.ts";
import type { ReturnView } from "./return-state.ts";

/** The page's texts in one language; `order` formats a line of HTML from the order number as HTML. */
export type ReturnWords = {
  tag: LanguageTag;
  say: (state: ReturnView["state"] | "unproven") => { title: string; text: string };
  order: (number: string) => string;
};

/** Reload intervals: while the outcome is open, and afterwards in case a payment is rolled back. */
const askAgainSeconds: Partial<Record<ReturnView["state"], number>> = { not_yet: 2, paid: 15 };

/** Seconds until the page reloads; undefined when it does not, or when its ticket will have expired by then. */
export function waitSeconds({ state, ticket }: ReturnView, nowMs: number): number | undefined {
  const seconds = askAgainSeconds[state];
  return seconds !== undefined && ticket && nowMs + seconds * 1_000 < ticket.until ? seconds : undefined;
}

/**
 * A page for the customer, without scripts. It shows order and amount only where the redirect proved them, and never personal
 * data.
 */
export function renderReturnPage(view: ReturnView, words: ReturnWords): string {
  const message = words.say(view.ticket ? view.state : "unproven");
  const [title, text] = [escapeHtml(message.title), escapeHtml(message.text)];
  return `<!doctype html><html lang="${words.tag}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><link rel="stylesheet" href="/return.css"></head><body><main class="${view.state}"><h1>${title}</h1>${renderOrder(view, words)}<p role="status">${text}</p></main></body></html>`;
}

function renderOrder({ order }: ReturnView, words: ReturnWords): string {
  if (!order) return "";
  const amount =
    order.amountMinor === null || order.currency === null
      ? ""
      : `<p class="amount">${escapeHtml(`${formatMoney({ amountMinor: order.amountMinor, currency: order.currency }, words.tag)} ${order.currency}`)}</p>`;
  return `${amount}<p>${words.order(escapeHtml(order.orderId))}</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
