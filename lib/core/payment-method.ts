/** What customers pay with, in our words: `other` is a code we do not know, `unknown` none at all. */
export const paidWithWords = [
  "card",
  "google_pay",
  "apple_pay",
  "click_to_pay",
  "ideal",
  "satispay",
  "twint",
  "iris",
  "other",
  "unknown",
] as const;
export type PaidWith = (typeof paidWithWords)[number];

/** `none`: no card payment; `unknown`: the message does not say. */
export const cardBrands = ["visa", "mastercard", "amex", "bancontact", "discover", "jcb", "other", "unknown", "none"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** How long a notification came after its payment: at most so many seconds, and longer than the one before. */
export const delayBounds = ["5", "15", "60", "300", "1800", "7200", "more"] as const;
export type DelayBound = (typeof delayBounds)[number];
