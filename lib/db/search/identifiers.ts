import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "#lib/core/identifiers.ts";

export type IdentifierKind = "transaction" | "payment" | "notification";

/** `value` normalised by `normaliseIdentifier`, or for personal ones what `hashIdentifier` makes (they are found only whole). */
export type Identifier = { field: string; value: string };

/** A short sign for each field: it stands in every row and in every entry of the index. */
const signs = {
  reference: "r",
  referenceNumber: "n",
  id: "i",
  terminal: "t",
  account: "a",
  pan: "p",
  amount: "m",
  stan: "s",
  rrn: "q",
  authCode: "c",
  orderId: "o",
  ruid: "u",
  trnref: "f",
  email: "e",
  phone: "h",
  name: "l",
  paymentId: "d",
  gatewayPaymentId: "g",
  ownReference: "w",
};

const signOf = new Map(Object.entries(signs));
const fieldOf = new Map(Object.entries(signs).map(([field, sign]) => [sign, field]));

/** Normalised values hold no white space, so that these two stand for nothing else. */
const behindValue = "\t";
const behindIdentifier = "\n";

/**
 * Everything a row may be asked for by, as its column `identifiers` holds it; each value also without leading zeros. Null
 * without any.
 */
export function toIdentifierText(identifiers: readonly Identifier[]): string | null {
  const words = identifiers.flatMap(({ field, value: given }) => {
    const value = given.toWellFormed();
    return [...new Set([value, withoutLeadingZeros(value)])].filter((text) => text !== "").map((text) => toWord(field, text));
  });
  return words.length === 0 ? null : [...new Set(words)].join(behindIdentifier);
}

const valueMax = 255;

/** Whether there can be such an identifier: none is longer, and none has what the database cannot store. */
export function mayBeStored(value: string): boolean {
  return value !== "" && value.length <= valueMax && value.isWellFormed() && !value.includes("\0");
}

function toWord(field: string, value: string): string {
  return `${value}${behindValue}${signOf.get(field) ?? field}`;
}

/** What `toIdentifierText` made. */
export function readIdentifiers(text: string | null): Identifier[] {
  return (text ?? "").split(behindIdentifier).flatMap((word) => {
    const at = word.indexOf(behindValue);
    const sign = word.slice(at + 1);
    return at < 0 ? [] : [{ field: fieldOf.get(sign) ?? sign, value: word.slice(0, at) }];
  });
}

/** What the index of a column `identifiers` is of. */
export function identifierWords(column: SQLWrapper): SQL {
  return sql`array_to_tsvector(string_to_array(${column}, E'\\n'))`;
}

/** Rows with one of the words. The subselect hides them from the planner, which cannot judge how rare they are. */
export function isKnownBy(column: SQLWrapper, words: string): SQL {
  return sql`${identifierWords(column)} @@ (select ${words}::tsquery)`;
}

/** Identifiers of whatever field that are one of the values. */
export function anyOf(values: readonly string[]): string {
  return values.map((value) => `${quoted(`${value}${behindValue}`)}:*`).join(" | ");
}

/** The same of these fields alone. */
export function anyOfFields(fields: readonly string[], values: readonly string[]): string {
  return values.flatMap((value) => fields.map((field) => quoted(toWord(field, value)))).join(" | ");
}

/** Identifiers that equal or begin with the text. */
export function beginningWith(text: string): string {
  return `${quoted(text)}:*`;
}

function quoted(text: string): string {
  return `'${text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
