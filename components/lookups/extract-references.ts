import { trimEndOf } from "#lib/core/trim-end.ts";

const pieces = /[^\n\r\t;,|"“”„<>()[\]{}]+/g;
const words = /\S+/g;
const longest = 255;
/** A longer line cannot be a single reference. */
const longLine = 600;
/** This many checks between two pauses take a millisecond or two. */
const checksPerBatch = 1_500;

/**
 * Extracts references from pasted text: a spreadsheet column, an e-mail, mixed separators. A line keeps its spaces when
 * it is short enough to be one reference and has a digit; longer lines are split at spaces, and only words that look like
 * references stay. Keeps the first spelling of duplicates. Yields periodically, so that a million characters need not be
 * processed at once.
 */
function* readReferences(text: string): Generator<undefined, string[]> {
  const found = new Map<string, string>();
  let checks = 0;
  for (const [piece] of text.matchAll(pieces)) {
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
  if (all.length <= 2 && isReference(all.at(0) ?? "")) return [[line]];
  return all.map((word) => [word]);
}

function add(found: Map<string, string>, word: string): void {
  const reference = (word.includes(" ") ? word : trimEndOf(word, ".:!?")).slice(0, longest);
  const key = reference.toUpperCase();
  if (!found.has(key)) found.set(key, reference);
}

/** At least five characters with a digit among them, and no e-mail or web address. */
function isReference(word: string): boolean {
  return word.length >= 5 && /\d/.test(word) && !/@|:\/\//.test(word);
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
