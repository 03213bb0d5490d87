import { extractReferences } from "#components/lookups/extract-references.ts";

const valuesMax = 20;
const longest = 255;
const wordsMax = 6;

/** What to look for in what was typed or pasted: itself while it is short, else the references in it. */
export function toValues(text: string): string[] {
  const typed = text.trim();
  const isLong = typed.length > longest || /[\r\n\t]/u.test(typed) || typed.split(/\s+/u).length > wordsMax;
  if (!isLong) return typed.length < 2 ? [] : [typed];
  return extractReferences(typed).slice(0, valuesMax);
}
