import { numberToDecimal } from "#lib/core/money.ts";
import { laterGatewayTime, parseGatewayTime } from "#lib/core/zoned-time.ts";
import { redactText } from "#lib/privacy/redact.ts";
import type { Kept, LabelledValue } from "../records.ts";
import { ExactNumber, isWireRecord, toPlainJson, type WireRecord, type WireValue } from "./exact-json.ts";

/**
 * Reads a received record member by member and tracks which were read, so that the rest can be saved. Names are matched as
 * given and in the other spelling (payment_id, paymentId); the first one present wins.
 */
export class WireReader {
  readonly #record: WireRecord;
  readonly #read = new Set<string>();

  constructor(record: WireRecord) {
    this.#record = record;
  }

  value(...names: string[]): WireValue | undefined {
    for (const item of names) {
      for (const name of spellings(item)) {
        if (!Object.hasOwn(this.#record, name)) continue;
        this.#read.add(name);
        const value = this.#record[name];
        if (value !== null && value !== undefined) return value;
      }
    }
    return undefined;
  }

  /** A scalar as text; null when absent or empty. An object or list stays unread, and so remains in `extra`. */
  text(...names: string[]): string | null {
    const value = this.value(...names);
    if (value === undefined) return null;
    const text = scalarText(value);
    if (text === undefined) for (const name of names) this.#unread(name);
    return text === undefined || text === "" ? null : text;
  }

  /** true, false, and the same as text or 1 and 0. */
  flag(...names: string[]): boolean | null {
    const text = this.text(...names)?.toLowerCase();
    if (text === "true" || text === "1") return true;
    if (text === "false" || text === "0") return false;
    return null;
  }

  /** A whole number that is not negative, also as text. */
  count(...names: string[]): number | null {
    const text = this.text(...names);
    if (text === null || !/^\d{1,15}(\.0+)?$/.test(text)) return null;
    return Number(text);
  }

  /** A time without a zone, interpreted in the environment's zone, with its text; `later` where it means two instants. */
  time(zone: string, ...names: string[]): { at: Date | null; later: Date | null; text: string | null } {
    const text = this.text(...names);
    if (text === null) return { at: null, later: null, text };
    return { at: parseGatewayTime(text, zone) ?? null, later: laterGatewayTime(text, zone) ?? null, text };
  }

  child(...names: string[]): WireReader | undefined {
    const value = this.value(...names);
    return isWireRecord(value) ? new WireReader(value) : undefined;
  }

  /** The unread members, and the whole record. `within` prefixes the labels of a nested record's unread members. */
  kept(): Kept {
    return { extra: this.rest(), raw: toPlainRecord(this.#record) };
  }

  rest(within = ""): LabelledValue[] {
    return Object.entries(this.#record)
      .filter(([name]) => !this.#read.has(name))
      .map(([name, value]) => ({ label: within + name, value: displayText(value) }));
  }

  #unread(name: string): void {
    for (const spelling of [name, camelCase(name), pascalCase(name)]) this.#read.delete(spelling);
  }
}

/** A scalar's text: numbers exactly as written where that is plain decimal. Undefined for objects and lists. */
export function scalarText(value: WireValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return String(value);
  if (typeof value === "number") return numberToDecimal(value);
  if (value instanceof ExactNumber) return exactDecimal(value.text);
  return undefined;
}

function exactDecimal(text: string): string {
  if (/^-?\d+(\.\d+)?$/.test(text)) return text;
  return numberToDecimal(Number(text)) ?? text;
}

/** Any value for display: scalars as text, the rest as JSON. */
export function displayText(value: WireValue): string {
  if (value === null) return "";
  return redactText(scalarText(value) ?? JSON.stringify(toPlainJson(value)));
}

function toPlainRecord(record: WireRecord): Kept["raw"] {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, toPlainJson(value)]));
}

const knownSpellings = new Map<string, readonly string[]>();

/** Caches the spellings of each name: a million rows use the same few names. */
function spellings(name: string): readonly string[] {
  const known = knownSpellings.get(name);
  if (known) return known;
  const made = [name, camelCase(name), pascalCase(name)];
  knownSpellings.set(name, made);
  return made;
}

function camelCase(name: string): string {
  return name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

function pascalCase(name: string): string {
  const camel = camelCase(name);
  return camel.slice(0, 1).toUpperCase() + camel.slice(1);
}
