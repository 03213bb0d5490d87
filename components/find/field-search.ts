import type { TransactionSearch } from "#lib/queries/transactions.ts";

type FilterName = keyof TransactionSearch;
type Filters = Readonly<Partial<Record<FilterName, string>>>;

/** The fields of the search box, and the filters of the transactions list that they set. */
const filtersOf: Readonly<Record<string, readonly FilterName[]>> = {
  order: ["orderNumber"],
  ref: ["q"],
  card: ["card"],
  amount: ["amountMin", "amountMax"],
  tag: ["tag"],
  merchant: ["merchant"],
  terminal: ["terminal"],
  account: ["account"],
  type: ["type"],
  currency: ["currency"],
  from: ["from"],
  to: ["to"],
};

export const searchFields: readonly string[] = Object.keys(filtersOf);

export type FieldSearch =
  | { kind: "text" }
  /** A field that there is not: the text is searched as it is. */
  | { kind: "unknown"; name: string }
  | { kind: "fields"; filters: Filters };

/**
 * "card:4242 tag:"late payer" 12.34" as filters of the transactions list; words without a field are a card's amount, or
 * one with decimals, or else a reference. A text without fields is none of these, nor one that needs a filter twice: nothing typed may be lost. One
 * pass over the text.
 */
export function readFieldSearch(text: string): FieldSearch {
  const parts = toParts(text);
  const fields = parts.filter(({ name }) => name !== undefined);
  if (fields.length === 0) return { kind: "text" };
  const unknown = fields.find(({ name = "" }) => !Object.hasOwn(filtersOf, name));
  if (unknown?.name !== undefined) return { kind: "unknown", name: unknown.name };
  const given = fields.map(({ name = "", value }) => toFilters(name, value));
  const hasAmount = given.some(({ amountMin }) => amountMin !== undefined);
  const hasCard = given.some(({ card }) => card !== undefined);
  const rest = parts.flatMap(({ name, value }) => (name === undefined ? [value] : [])).join(" ");
  // A whole number beside anything but a card is more often a reference.
  const isOfAmount = !hasAmount && isAmount(rest) && (hasCard || /\D/.test(rest));
  if (rest !== "") given.push(toFilters(isOfAmount ? "amount" : "ref", rest));
  const filters: Filters = Object.assign({}, ...given);
  return given.every((own) => isWithin(own, filters)) ? { kind: "fields", filters } : { kind: "text" };
}

/** The address of the list that a search by fields leads to. */
export function fieldSearchHref(environment: string, filters: Readonly<Partial<Record<string, string>>>): string {
  return `/${environment}/transactions?${new URLSearchParams(Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))}`;
}

function isWithin(own: Filters, all: Filters): boolean {
  const values = new Map(Object.entries(all));
  return Object.entries(own).every(([name, value]) => value === values.get(name));
}

function toFilters(name: string, value: string): Filters {
  const written = writtenAs[name]?.(value) ?? value;
  return Object.fromEntries((filtersOf[name] ?? []).map((filter) => [filter, written]));
}

/** As the list's filters are written; what does not fit is left as it is, so that the list says what is wrong with it. */
const writtenAs: Readonly<Record<string, (value: string) => string>> = {
  card: (value) => value.replaceAll(/[*•.…\sx]/giu, "").slice(-4),
  amount: (value) => (isAmount(value) ? value.replace(",", ".") : value),
  currency: (value) => value.toUpperCase(),
  merchant: (value) => value.toLowerCase(),
};

function isAmount(text: string): boolean {
  return /^\d{1,15}(?:[.,]\d{1,4})?$/.test(text);
}

type Part = { name?: string; value: string };

/** The words of a text, each with the field before its colon; a value in quotes may contain spaces. */
function toParts(text: string): Part[] {
  const parts: Part[] = [];
  let at = 0;
  while (at < text.length) {
    if (isSpace(text[at])) {
      at += 1;
      continue;
    }
    const nameEnd = endOf(text, at, isLetter);
    const isField = nameEnd > at && text[nameEnd] === ":" && nameEnd + 1 < text.length && !isSpace(text[nameEnd + 1]);
    const from = isField ? nameEnd + 1 : at;
    const isQuoted = isField && text[from] === '"';
    const end = endOf(text, isQuoted ? from + 1 : from, (letter) => (isQuoted ? letter !== '"' : !isSpace(letter)));
    const value = text.slice(isQuoted ? from + 1 : from, end).trim();
    // An address such as https://shop.example is no field.
    const isNamed = isField && value !== "" && !value.startsWith("//");
    parts.push(isNamed ? { name: text.slice(at, nameEnd).toLowerCase(), value } : { value: text.slice(at, end) });
    at = isQuoted ? end + 1 : end;
  }
  return parts;
}

function endOf(text: string, from: number, fits: (letter: string) => boolean): number {
  let end = from;
  while (end < text.length && fits(text[end] ?? "")) end += 1;
  return end;
}

function isSpace(letter: string | undefined): boolean {
  return letter !== undefined && letter.trim() === "";
}

function isLetter(letter: string): boolean {
  return /^[a-z]$/i.test(letter);
}
