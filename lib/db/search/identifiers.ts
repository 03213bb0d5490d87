import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { withoutLeadingZeros } from "#lib/core/identifiers.ts";

export type IdentifierKind = "transaction" | "payment" | "notification";

/** `value`: normalised by `normaliseIdentifier`, or for personal ones made by `hashIdentifier` (these match only whole). */
export type Identifier = { field: string; value: string };

/** A short code for each field, since it is part of every row and every index entry. */
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
  tag: "k",
};

const signOf = new Map(Object.entries(signs));
const fieldOf = new Map(Object.entries(signs).map(([field, sign]) => [sign, field]));

/** Separators: normalised values contain no white space. */
const behindValue = "\t";
const behindIdentifier = "\n";

/**
 * A row's identifiers in the format of its column `identifiers`; each value also without leading zeros. Null when there
 * are none.
 */
export function toIdentifierText(identifiers: readonly Identifier[]): string | null {
  const words = identifiers.flatMap(({ field, value: given }) => {
    const value = given.toWellFormed();
    return [...new Set([value, withoutLeadingZeros(value)])].filter((text) => text !== "").map((text) => toWord(field, text));
  });
  return words.length === 0 ? null : [...new Set(words)].join(behindIdentifier);
}

const valueMax = 255;

/** Whether an identifier can be stored: not too long, and no characters that the database rejects. */
export function mayBeStored(value: string): boolean {
  return value !== "" && value.length <= valueMax && value.isWellFormed() && !value.includes("\0");
}

function toWord(field: string, value: string): string {
  return `${value}${behindValue}${signOf.get(field) ?? field}`;
}

/** Parses what `toIdentifierText` made. */
export function readIdentifiers(text: string | null): Identifier[] {
  return (text ?? "").split(behindIdentifier).flatMap((word) => {
    const at = word.indexOf(behindValue);
    const sign = word.slice(at + 1);
    return at < 0 ? [] : [{ field: fieldOf.get(sign) ?? sign, value: word.slice(0, at) }];
  });
}

/** The expression of the index on a column `identifiers`. */
export function identifierWords(column: SQLWrapper): SQL {
  return sql`array_to_tsvector(string_to_array(${column}, E'\\n'))`;
}

/** Rows with one of the words. The subselect hides them from the planner, which cannot estimate how rare they are. */
export function isKnownBy(column: SQLWrapper, words: string): SQL {
  return sql`${identifierWords(column)} @@ (select ${words}::tsquery)`;
}

/** A query for identifiers of any field that equal one of the values. */
export function anyOf(values: readonly string[]): string {
  return values.map((value) => `${quoted(`${value}${behindValue}`)}:*`).join(" | ");
}

/** The same for these fields only. */
export function anyOfFields(fields: readonly string[], values: readonly string[]): string {
  return values.flatMap((value) => fields.map((field) => quoted(toWord(field, value)))).join(" | ");
}

/** A query for identifiers that equal or start with the text. */
export function beginningWith(text: string): string {
  return `${quoted(text)}:*`;
}

function quoted(text: string): string {
  return `'${text.toWellFormed().replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
