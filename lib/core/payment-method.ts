/** Payment methods in our terms: `other` is an unknown code, `unknown` a missing one. */
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

/** `none`: no card payment; `unknown`: the notification does not say. */
export const cardBrands = ["visa", "mastercard", "amex", "bancontact", "discover", "jcb", "other", "unknown", "none"] as const;
export type CardBrand = (typeof cardBrands)[number];

/** Delay of a notification after its payment: at most this many seconds, and more than the limit before. */
export const delayBounds = ["5", "15", "60", "300", "1800", "7200", "more"] as const;
export type DelayBound = (typeof delayBounds)[number];
