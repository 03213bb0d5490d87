import { createHash } from "node:crypto";
import { parseDecimal } from "#lib/core/money.ts";
import { codeMeaning, findKnownField } from "../verification/codes.ts";
import { findPair, type Pair } from "../verification/form.ts";
import type { SignedForm } from "../verification/signature.ts";

/** The content of a message, as text that PostgreSQL and JSON can store (NUL becomes "␀"). Not verified by itself. */
export type NotificationEvent = {
  method: string | null;
  sid: string | null;
  orderId: string | null;
  trnref: string | null;
  stan: string | null;
  /** Minor units; null when missing, without a readable currency, or beyond the safe integers. */
  amountMinor: number | null;
  amountText: string | null;
  currency: string | null;
  /** Identifiers that a customer may read out on the phone. Personal ones match only in full, and are never stored in plain text. */
  identifiers: readonly SpokenIdentifier[];
};

export type SpokenIdentifier = { field: string; value: string; isPersonal: boolean };

const spoken: readonly (readonly [name: string, field: string, isPersonal: boolean])[] = [
  ["IPC_Trnref", "trnref", false],
  ["OrderID", "orderId", false],
  ["RequestSTAN", "stan", false],
  ["Amount", "amount", false],
  ["PAN", "pan", false],
  ["CustomerEmail", "email", true],
  ["CustomerPhone", "phone", true],
  ["CustomerFirstNames", "name", true],
  ["CustomerFamilyName", "name", true],
];

export type NotificationField = { name: string; value: string; label: string; known: boolean; meaning: string | null };

/** Names are read without regard to case, since the vendor's own spelling varies; nothing is trimmed. */
export function toEvent(pairs: readonly Pair[]): NotificationEvent {
  const text = (name: string) => {
    const pair = findPair(pairs, name);
    return pair ? toPlainText(pair.valueText) : null;
  };
  const amountText = text("Amount") || null;
  const currency = toCurrency(text("Currency"));
  const readable = amountText !== null && currency !== null && /^\d/.test(amountText) && /^[A-Z]{3}$/.test(currency);
  return {
    method: text("IPCmethod"),
    sid: text("SID"),
    orderId: text("OrderID"),
    trnref: text("IPC_Trnref"),
    stan: text("RequestSTAN") || null,
    amountMinor: readable ? (parseDecimal(amountText, currency) ?? null) : null,
    amountText,
    currency,
    identifiers: spoken.flatMap(([name, field, isPersonal]) => {
      const value = text(name);
      return value ? [{ field, value, isPersonal }] : [];
    }),
  };
}

/** Three letters are a code in either case; anything else stays as it came. */
function toCurrency(text: string | null): string | null {
  return text !== null && /^[A-Za-z]{3}$/.test(text) ? text.toUpperCase() : text;
}

/** Every pair as a row to show, in received order, unknown ones included. Values are not masked yet. */
export function toFields(pairs: readonly Pair[]): NotificationField[] {
  return pairs.map((pair) => {
    const name = toPlainText(pair.nameText);
    const value = toPlainText(pair.valueText);
    const field = findKnownField(name);
    return { name, value, label: field?.label ?? name, known: field !== undefined, meaning: codeMeaning(name, value) };
  });
}

export function toPlainText(text: string): string {
  return text.replaceAll("\u0000", "␀");
}

/** Identifies a valid delivery: the signed text, and how its names split that text. */
export function hashSigned({ signed, signedText }: Pick<SignedForm, "signed" | "signedText">) {
  return { signedHash: createHash("sha256").update(signedText).digest(), eventHash: eventHash(signed) };
}

/**
 * Equal decoded pairs are the same event under another encoding (docs/notifications.md, rule 14). The
 * signature is left out, since it follows from the values.
 */
export function eventHash(signed: readonly Pair[]): Buffer {
  const parts = signed.flatMap(({ name, value }) => [
    Buffer.from(`${name.length}:`),
    name,
    Buffer.from(`${value.length}:`),
    value,
  ]);
  return createHash("sha256").update(Buffer.concat(parts)).digest();
}
