"use client";

import { useLocale } from "next-intl";
import { withMinus } from "#components/ui/with-minus.ts";
import { formatMoney } from "#lib/core/money.ts";

type Amount = { amountMinor: number | null; amountText?: string; currency: string };

/** An amount as text, with a true minus; without minor units as it was received. */
export function useMoneyText(): (money: Amount) => string {
  const locale = useLocale();
  return ({ amountMinor, amountText = "", currency }) =>
    `${amountMinor === null ? amountText : withMinus(formatMoney({ amountMinor, currency }, locale))} ${currency}`;
}
