import { findKnownField } from "#lib/notifications/verification/codes.ts";
import { hideInText } from "./hide-personal.ts";
import { passesLuhn } from "./redact.ts";
import { tellingNames } from "./telling-names.ts";

/** Identifiers of the gateway, which may look like a card number by chance. */
const identifiers: ReadonlySet<string> = new Set(
  "ipc_trnref sid signature id transaction_id payment_id terminal_id payment_reference reference_number serial_number account_number ruid stan rrn".split(
    " ",
  ),
);

/** True when a field's value is shown masked: CardToken, customer data, and unknown fields with a similar name. */
export function isPersonalField(name: string): boolean {
  return findKnownField(name)?.personal ?? tellingNames.test(name);
}

const dots = "••••";

/**
 * A value as decoded and signed-text views show it (docs/notifications.md, rule 25): personal values reduced to a hint,
 * card numbers of 13 to 19 digits to their last four in any field, everything else unchanged.
 */
export function maskValue(name: string, value: string): { value: string; masked: boolean } {
  if (isPersonalField(name)) return { value: maskPersonal(name, value), masked: value !== "" };
  if (identifiers.has(name.toLowerCase())) return { value, masked: false };
  const shown = maskCardNumbers(value);
  return { value: shown, masked: shown !== value };
}

export type Mask = typeof maskValue;

/** The same for a shared screen: no hint of personal values or of the card. */
export const hideValue: Mask = (name, value) => {
  if (value !== "" && (isPersonalField(name) || /^pan$/i.test(name))) return { value: dots, masked: true };
  const shown = maskValue(name, value);
  const text = hideInText(shown.value);
  return { value: text, masked: shown.masked || text !== shown.value };
};

function maskPersonal(name: string, value: string): string {
  if (value === "") return "";
  const at = value.lastIndexOf("@");
  if (at > 0) return `${firstLetter(value)}${dots}@${firstLetter(value.slice(at + 1))}${dots}`;
  if (/phone|mobile/i.test(name)) return value.length > 6 ? `${dots}${value.slice(-2)}` : dots;
  if (/token/i.test(name)) return value.length > 16 ? `${dots}${value.slice(-4)}` : dots;
  if (/name/i.test(name)) return `${firstLetter(value)}${dots}`;
  return dots;
}

function firstLetter(text: string): string {
  return [...text][0] ?? "";
}

/** Runs of 13 to 19 digits that could be a card's (first digit 2 to 6, Luhn), single spaces and dashes allowed between. */
export function maskCardNumbers(text: string): string {
  return text.replace(/(?<!\d)[2-6](?:[ -]?\d){12,18}(?!\d)/g, (run) => {
    const digits = run.replace(/\D/g, "");
    return passesLuhn(digits) ? `${dots}${digits.slice(-4)}` : run;
  });
}
