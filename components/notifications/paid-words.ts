import type { CardBrand, DelayBound, PaidWith } from "#lib/core/paid-with.ts";

export const paidWithNames: Record<PaidWith, string> = {
  card: "Card",
  google_pay: "Google Pay",
  apple_pay: "Apple Pay",
  click_to_pay: "Click to Pay",
  ideal: "iDEAL",
  satispay: "Satispay",
  twint: "TWINT",
  iris: "IRIS",
  other: "Something new",
  unknown: "Not said",
};

export const cardBrandNames: Record<CardBrand, string> = {
  visa: "Visa",
  mastercard: "Mastercard",
  amex: "American Express",
  bancontact: "Bancontact",
  discover: "Discover",
  jcb: "JCB",
  other: "Another brand",
  unknown: "Brand not said",
  none: "No card",
};

/** How long after its payment a notification came. */
export const delayNames: Record<DelayBound, string> = {
  5: "Within 5 seconds",
  15: "5 to 15 seconds",
  60: "15 to 60 seconds",
  300: "1 to 5 minutes",
  1800: "5 to 30 minutes",
  7200: "30 minutes to 2 hours",
  more: "Over 2 hours",
};
