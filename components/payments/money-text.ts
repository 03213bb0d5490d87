import { formatMoney, type Money } from "#lib/core/money.ts";

export function moneyText(money: Money, locale: string): string {
  return `${formatMoney(money, locale)} ${money.currency}`;
}

/** What was sent to the terminal: a tip beside the amount, since gateways differ in whether they add it. */
export function sentMoneyText({ amountMinor, tipMinor, currency }: Money & { tipMinor: number }, locale: string): string {
  const amount = moneyText({ amountMinor, currency }, locale);
  return tipMinor === 0 ? amount : `${amount} + ${moneyText({ amountMinor: tipMinor, currency }, locale)}`;
}
