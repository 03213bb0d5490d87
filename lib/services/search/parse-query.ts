import { normaliseIdentifier } from "#lib/core/identifiers.ts";
import { toAmountForms } from "./amount-forms.ts";

export type FindQuery = {
  /** Normalised for comparison with identifiers; several for an amount, whose currency and decimals are not known. */
  values: string[];
  /**
   * Whether it may be sent to a gateway: neither an amount, nor card digits, nor words, an e-mail address or a phone number.
   */
  mayBeReference: boolean;
};

/** Card digits as on a receipt or in a list: "*2979", "•••• 2979", "xx2979". */
const maskedCard = /^(?:[*•…]+|[x*•…]{2,})\s*(\d{4})$/iu;

/** The typed text, normalised like stored identifiers: amounts with a point and without sign and currency. */
export function toFindQuery(text: string): FindQuery {
  const amounts = toAmountForms(text);
  if (amounts.length > 0) return { values: amounts, mayBeReference: false };
  const digits = maskedCard.exec(text.trim())?.[1];
  if (digits !== undefined) return { values: [digits], mayBeReference: false };
  const value = normaliseIdentifier(text);
  return {
    values: [value],
    mayBeReference: value.length >= 6 && /\d/.test(value) && !text.includes("@") && !isPhone(text) && !hasWords(text),
  };
}

/** All forms in which a text is compared: an amount may also be an order number. */
export function toSearchValues(text: string): string[] {
  return [...new Set([...toFindQuery(text).values, normaliseIdentifier(text)])].filter((value) => value !== "");
}

/** A phone number with a country code, or in national form: a zero and another digit first. */
function isPhone(text: string): boolean {
  return /^\s*[+(]/.test(text) || /^(?:0|00)[1-9]\d{7,13}$/.test(text.replaceAll(/[\s()./-]/g, ""));
}

/** A reference may contain one group of letters ("RF/123456 QKXP"); two, or a long one, are a name or a sentence. */
function hasWords(text: string): boolean {
  const groups = text.split(/[\s.,_]+/).filter((group) => /^\p{L}{2,}$/u.test(group));
  return groups.length > 1 || groups.some((group) => group.length > 6);
}
