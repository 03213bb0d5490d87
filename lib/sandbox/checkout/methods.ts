type Method = { label: string; paymentMethod: string; paymentType: string; isCard: boolean; cardBrand: string; cardType: string };

function card(label: string, cardBrand: string, cardType: string): Method {
  return { label, paymentMethod: "1", paymentType: "1", isCard: true, cardBrand, cardType };
}

function other(label: string, paymentMethod: string, paymentType: string): Method {
  return { label, paymentMethod, paymentType, isCard: false, cardBrand: "", cardType: "" };
}

/** What a customer can pay with, in the codes of lib/notifications/verification/codes.ts. */
export const payMethods = {
  visa: card("Visa", "2", "3"),
  mastercard: card("Mastercard", "1", "1"),
  amex: card("American Express", "5", "8"),
  bancontact: card("Bancontact", "4", "7"),
  jcb: card("JCB", "3", "6"),
  "google-pay": { ...card("Google Pay", "2", "3"), paymentType: "2" },
  "apple-pay": { ...card("Apple Pay", "1", "1"), paymentType: "3" },
  ideal: other("iDEAL", "2", "4"),
  satispay: other("Satispay", "4", "5"),
  twint: other("TWINT", "5", "6"),
  iris: other("IRIS", "6", "7"),
  "click-to-pay": other("Click to Pay", "7", "8"),
} as const satisfies Record<string, Method>;

export type PayMethod = keyof typeof payMethods;

export function isPayMethod(text: string | null): text is PayMethod {
  return text !== null && Object.hasOwn(payMethods, text);
}
