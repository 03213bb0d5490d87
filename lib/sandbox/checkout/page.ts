import { formatMoney } from "../../core/money.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { payMethods } from "./methods.ts";
import type { Order } from "./orders.ts";

/** Text made safe for HTML, in content and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function layout(base: string, title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="${escapeHtml(base)}/checkout.css"></head><body><main>${body}</main><footer>Sandbox checkout: no money moves.</footer></body></html>`;
}

export function checkoutPage(base: string, order: Order, profile: MerchantProfile): string {
  const methods = Object.entries(payMethods)
    .map(
      ([key, { label }], at) =>
        `<label class="method"><input type="radio" name="method" value="${key}"${at === 0 ? " checked" : ""}><span>${escapeHtml(label)}</span></label>`,
    )
    .join("");
  const amount = `${formatMoney(order, "en-GB")} ${order.currency}`;
  return layout(
    base,
    `Pay ${profile.name}`,
    `<h1>${escapeHtml(profile.name)}</h1><p class="amount">${escapeHtml(amount)}</p><p class="order">Order <code>${escapeHtml(order.orderId)}</code></p>
<form method="post"><fieldset><legend>Pay with</legend><div class="methods">${methods}</div></fieldset>
<details><summary>Customer details (optional)</summary>
<label>E-mail<input name="email" type="email" autocomplete="email" maxlength="100"></label>
<label>Telephone<input name="phone" type="tel" autocomplete="tel" maxlength="30"></label>
<label>First names<input name="firstNames" autocomplete="given-name" maxlength="100"></label>
<label>Family name<input name="familyName" autocomplete="family-name" maxlength="100"></label></details>
<div class="actions"><button name="act" value="pay">Pay ${escapeHtml(amount)}</button><button name="act" value="cancel" class="quiet" formnovalidate>Cancel</button></div></form>`,
  );
}

export function messagePage(base: string, title: string, text: string): string {
  return layout(base, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`);
}
