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
  const amount = `${formatMoney(order)} ${order.currency}`;
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

export const checkoutCss = `:root{color-scheme:light dark;--line:light-dark(#c9ced6,#4b525e);--accent:light-dark(#1f4fd8,#9db8ff);--on:light-dark(#fff,#10182b);--muted:light-dark(#545b66,#b4bac4)}
*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif;background:light-dark(#f6f7f9,#14161a);color:light-dark(#15181d,#f0f2f5)}
main{max-width:30rem;margin:5vh auto 0;padding:1.5rem;background:light-dark(#fff,#1d2026);border:1px solid var(--line);border-radius:12px}
h1{font-size:1.2rem;margin:0}.amount{font-size:2rem;font-weight:650;margin:.25rem 0;font-variant-numeric:tabular-nums}.order{color:var(--muted);margin:0 0 1rem}
fieldset{border:0;padding:0;margin:0}legend{font-weight:600;padding:0 0 .5rem}.methods{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.5rem}
.method{display:flex;gap:.5rem;align-items:center;border:1px solid var(--line);border-radius:8px;padding:.6rem .75rem;min-height:44px;cursor:pointer}.method:has(:checked){border-color:var(--accent);outline:1px solid var(--accent)}
details{margin:1rem 0}summary{cursor:pointer;min-height:32px}details label{display:block;margin-top:.5rem;color:var(--muted)}details input{display:block;width:100%;padding:.6rem;border:1px solid var(--line);border-radius:8px;background:transparent;color:inherit;font:inherit}
.actions{display:flex;flex-wrap:wrap;gap:.75rem;margin-top:1rem}button{font:inherit;font-weight:600;border:1px solid var(--accent);border-radius:8px;padding:.7rem 1.2rem;min-height:44px;background:var(--accent);color:var(--on);cursor:pointer}.quiet{background:transparent;color:var(--accent)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}footer{text-align:center;color:var(--muted);padding:1rem;font-size:.85rem}`;
