import { readDay } from "#lib/core/shop-orders/read-day.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";

const pieces = /[^\n\r\t;,|"“”„<>()[\]{}]+/g;
const words = /\S+/g;
const longest = 255;
/** A longer line cannot be a single reference. */
const longLine = 600;
const amount = /^[-−+]?\p{Sc}?\d+\.\d{1,2}\p{Sc}?$/u;
/** Of an amount such as 1.234,50, which its comma splits. */
const groupsOfAmount = /^[-−+]?\p{Sc}?\d{1,3}(?:\.\d{3})+$/u;
const time = /^\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[-+]\d{2}:?\d{2})?$/;
/** This many checks between two pauses take a millisecond or two. */
const checksPerBatch = 1_500;

/**
 * Extracts references from pasted text: a spreadsheet column, an e-mail, mixed separators. A line keeps its spaces when
 * it is short enough to be one reference and has a digit; longer lines are split at spaces, and only words that look like
 * references stay, which decimal amounts, days and times do not. Keeps the first spelling of duplicates. Yields periodically,
 * so that a million characters need not be processed at once.
 */
function* readReferences(text: string): Generator<undefined, string[]> {
  const found = new Map<string, string>();
  let checks = 0;
  for (const match of text.matchAll(pieces)) {
    const end = match.index + match[0].length;
    const piece = withoutSplitAmount(match[0], text.slice(end, end + 4));
    const line = piece.length > longLine ? piece : piece.trim();
    const parts = line.length > longLine ? line.matchAll(words) : partsOf(line);
    for (const [word] of parts) {
      if (isReference(word)) add(found, word);
      checks += 1;
      if (checks % checksPerBatch === 0) yield;
    }
  }
  return [...found.values()];
}

/** The whole of a short line when it can be one reference, otherwise its words. */
function partsOf(line: string): [string][] {
  const all = line.split(/\s+/);
  const [first = "", second = ""] = all;
  if (all.length <= 2 && isReference(first) && !isAmountOrTime(second)) return [[line]];
  return all.map((word) => [word]);
}

function add(found: Map<string, string>, word: string): void {
  const reference = (word.includes(" ") ? word : trimEndOf(word, ".:!?")).slice(0, longest);
  const key = reference.toUpperCase();
  if (!found.has(key)) found.set(key, reference);
}

/** Without an amount at its end that goes on behind the comma. */
function withoutSplitAmount(piece: string, rest: string): string {
  if (!/^,\d{1,2}(?!\d)/.test(rest)) return piece;
  const start = Math.max(piece.lastIndexOf(" "), piece.lastIndexOf("\u00a0")) + 1;
  return groupsOfAmount.test(piece.slice(start)) ? piece.slice(0, start) : piece;
}

/** At least five characters with a digit among them, and no e-mail or web address, amount, day or time. */
function isReference(word: string): boolean {
  return word.length >= 5 && /\d/.test(word) && !/@|:\/\//.test(word) && !isAmountOrTime(word);
}

/** Digits alone are never one of them: they may be a reference. */
function isAmountOrTime(word: string): boolean {
  const bare = trimEndOf(word, ".:!?");
  if (!/^[-−+\p{Sc}]?[\p{Sc}\d]/u.test(bare) || /^\d+$/.test(bare)) return false;
  return amount.test(bare) || time.test(bare) || isDay(bare);
}

function isDay(word: string): boolean {
  const [day = "", ...clock] = word.split("T");
  const read = readDay(day, { dayOrder: null, lastDay: "2099-12-31" });
  return ("day" in read || read.problem.reason === "day_ambiguous") && clock.every((part) => time.test(part));
}

/** The references of a lookup's address, as they were put there. */
export function referencesOfAddress(refs: string): string[] {
  const all = refs.split(",").map((reference) => reference.trim().slice(0, longest));
  return uniqueSpellings(all.filter((reference) => reference !== ""));
}

/** Each reference once, in its first spelling and position. */
export function uniqueSpellings(references: Iterable<string>): string[] {
  const found = new Map<string, string>();
  for (const reference of references) {
    const key = reference.toUpperCase();
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}

export function extractReferences(text: string): string[] {
  const reading = readReferences(text);
  for (;;) {
    const step = reading.next();
    if (step.done) return step.value;
  }
}

/** The same, but pauses after every `atOnceMs` so that the page stays responsive; undefined once `isWanted` returns false. */
export async function extractCalmly(
  text: string,
  { atOnceMs = 8, pause, isWanted }: { atOnceMs?: number; pause: () => Promise<void>; isWanted: () => boolean },
): Promise<string[] | undefined> {
  const reading = readReferences(text);
  let startedMs = performance.now();
  while (isWanted()) {
    const step = reading.next();
    if (step.done) return step.value;
    if (performance.now() - startedMs < atOnceMs) continue;
    await pause();
    startedMs = performance.now();
  }
  return undefined;
}
