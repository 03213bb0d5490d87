import type { CardBrand, PaidWith } from "#lib/core/payment-method.ts";
import { findPair, type Pair } from "#lib/notifications/verification/form.ts";

/** PaymentType is more specific than PaymentMethod; older messages only have the latter. */
const byPaymentType: Record<string, PaidWith> = {
  1: "card",
  2: "google_pay",
  3: "apple_pay",
  4: "ideal",
  5: "satispay",
  6: "twint",
  7: "iris",
  8: "click_to_pay",
};
const byPaymentMethod: Record<string, PaidWith> = {
  1: "card",
  2: "ideal",
  3: "other",
  4: "satispay",
  5: "twint",
  6: "iris",
  7: "click_to_pay",
};
const byCardBrand: Record<string, CardBrand> = {
  0: "unknown",
  1: "mastercard",
  2: "visa",
  3: "jcb",
  4: "bancontact",
  5: "amex",
  6: "discover",
};
const byCardType: Record<string, CardBrand> = {
  0: "unknown",
  1: "mastercard",
  2: "mastercard",
  3: "visa",
  4: "visa",
  5: "visa",
  6: "jcb",
  7: "bancontact",
  8: "amex",
};
const withoutCard: ReadonlySet<PaidWith> = new Set(["ideal", "satispay", "twint", "iris"]);

/** The payment method of a payment notification. Unknown codes count as `other`. */
export function toPaidWith(pairs: readonly Pair[]): { paidWith: PaidWith; cardBrand: CardBrand } {
  const named = <Word>(name: string, words: Record<string, Word>, other: Word): Word | undefined => {
    const value = findPair(pairs, name)?.valueText.trim() ?? "";
    return value === "" ? undefined : (words[value] ?? other);
  };
  const paidWith = named("PaymentType", byPaymentType, "other") ?? named("PaymentMethod", byPaymentMethod, "other") ?? "unknown";
  const brand = named("CardBrand", byCardBrand, "other");
  const known = brand === undefined || brand === "unknown" ? (named("CardType", byCardType, "other") ?? brand) : brand;
  return { paidWith, cardBrand: known ?? (withoutCard.has(paidWith) ? "none" : "unknown") };
}
