import { formatMoney } from "#lib/core/money.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { payMethods } from "./methods.ts";
import type { Order } from "./orders.ts";
import type { Holes, MessageName, WordKey, Words } from "./words.ts";

/** Escapes text for HTML content and quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

type Page = { base: string; words: Words };

function layout({ base, words }: Page, title: string, body: string): string {
  return `<!doctype html><html lang="${words.language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><link rel="stylesheet" href="${escapeHtml(base)}/checkout.css"></head><body><main>${body}</main><footer>${escapeHtml(words.say("footer"))}</footer></body></html>`;
}

export function checkoutPage(page: Page, order: Order, profile: MerchantProfile): string {
  const { words } = page;
  const say = (key: WordKey, holes?: Holes) => escapeHtml(words.say(key, holes));
  const methods = Object.entries(payMethods)
    .map(
      ([key, { label }], at) =>
        `<label class="method"><input type="radio" name="method" value="${key}"${at === 0 ? " checked" : ""}><span>${escapeHtml(label)}</span></label>`,
    )
    .join("");
  const amount = `${formatMoney(order, words.tag)} ${order.currency}`;
  const orderLine = say("order").replace("{orderId}", () => `<code>${escapeHtml(order.orderId)}</code>`);
  return layout(
    page,
    words.say("title", { shop: profile.name }),
    `<h1>${escapeHtml(profile.name)}</h1><p class="amount">${escapeHtml(amount)}</p><p class="order">${orderLine}</p>
<form method="post"><fieldset><legend>${say("payWith")}</legend><div class="methods">${methods}</div></fieldset>
<details><summary>${say("customer")}</summary>
<label>${say("email")}<input name="email" type="email" autocomplete="email" maxlength="100"></label>
<label>${say("phone")}<input name="phone" type="tel" autocomplete="tel" maxlength="30"></label>
<label>${say("firstNames")}<input name="firstNames" autocomplete="given-name" maxlength="100"></label>
<label>${say("familyName")}<input name="familyName" autocomplete="family-name" maxlength="100"></label></details>
<div class="actions"><button name="act" value="pay">${say("pay", { amount })}</button><button name="act" value="cancel" class="quiet" formnovalidate>${say("cancel")}</button></div></form>`,
  );
}

export function messagePage(page: Page, name: MessageName, holes?: Holes): string {
  const title = page.words.say(`${name}.title`, holes);
  return layout(page, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(page.words.say(`${name}.text`, holes))}</p>`);
}
