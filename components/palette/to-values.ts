import { extractReferences } from "#components/lookups/extract-references.ts";

const valuesMax = 20;
const typedMost = 40;
const amount = /^[\d.,]+$/u;

/** Whether it reads like a pasted text rather than like one thing to look for. */
export function isPastedText(text: string): boolean {
  return /[\r\n\t]/u.test(text.trim()) || text.replace(/\s+/gu, "").length > typedMost;
}

/** What to look for: what was typed as it stands and what in it looks like a reference; of a text only the latter. */
export function toValues(text: string): string[] {
  const typed = text.trim();
  if (typed.length < 2) return [];
  const references = extractReferences(typed);
  if (isPastedText(typed)) return references.slice(0, valuesMax);
  const others = typed.split(/\s+/u).length > 2 ? references.filter((reference) => !amount.test(reference)) : [];
  return [...new Set([typed, ...others])];
}
