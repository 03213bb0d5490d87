import { extractReferences } from "#components/lookups/extract-references.ts";

const valuesMax = 20;
const typedMax = 40;
const amount = /^[\d.,]+$/u;

/** Whether the text looks pasted rather than like a single search term. */
export function isPastedText(text: string): boolean {
  return /[\r\n\t]/u.test(text.trim()) || text.replace(/\s+/gu, "").length > typedMax;
}

/** Search terms: the typed text itself and the references in it; for a pasted text only the references. */
export function toValues(text: string): string[] {
  const typed = text.trim();
  if (typed.length < 2) return [];
  const references = extractReferences(typed);
  if (isPastedText(typed)) return references.slice(0, valuesMax);
  const others = typed.split(/\s+/u).length > 2 ? references.filter((reference) => !amount.test(reference)) : [];
  return [...new Set([typed, ...others])];
}
