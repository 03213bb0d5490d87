import type { JsonValue } from "../records.ts";

/** A JSON number that a double would change ("18.40", 20 digits): stored as its text. */
export class ExactNumber {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type WireValue = string | number | boolean | null | ExactNumber | WireValue[] | { [name: string]: WireValue };
export type WireRecord = { [name: string]: WireValue };

const depthMax = 64;

/**
 * Matches numbers that a double would change: an exponent, a last decimal of 0, too many digits, less than a millionth, minus
 * zero. Also matches similar texts, which only costs time.
 */
const mayBeChanged = /(?:^|[:,[])\s*-?(?:\d[\d.]*[eE]|\d+\.\d*0(?!\d)|9\d{15}|\d[\d.]{16}|0\.0{6}|(?<=-)0(?![.\d]))/;

/** JSON text with every number exact. Throws SyntaxError, also when nested deeper than 64. */
export function parseExactJson(text: string): WireValue {
  const value = (mayBeChanged.test(text) ? JSON.parse(text, exactNumber) : JSON.parse(text)) as WireValue;
  if (deeperThan(value, depthMax)) throw new SyntaxError("nested too deep");
  return value;
}

function exactNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== "number") return value;
  const source = context?.source ?? String(value);
  return Number.isFinite(value) && String(value) === source ? value : new ExactNumber(source);
}

function deeperThan(value: WireValue, levels: number): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) return false;
  if (levels === 0) return true;
  return Object.values(value).some((inner) => deeperThan(inner, levels - 1));
}

export function isWireRecord(value: WireValue | undefined): value is WireRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The same value in plain JSON: a number that does not fit a double becomes its text. */
export function toPlainJson(value: WireValue): JsonValue {
  if (value instanceof ExactNumber) return plainNumber(value.text);
  if (Array.isArray(value)) return value.map(toPlainJson);
  if (isWireRecord(value)) return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, toPlainJson(inner)]));
  return value;
}

function plainNumber(text: string): number | string {
  const value = Number(text);
  const [mantissa = ""] = text.split(/[eE]/);
  const digits = mantissa.replace(/\D/g, "").replace(/^0+/, "");
  return Number.isFinite(value) && digits.length <= 15 ? value : text;
}
