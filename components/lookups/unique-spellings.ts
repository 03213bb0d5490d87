/** Each reference once, in the spelling and the place it first came in. */
export function uniqueSpellings(references: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const reference of references) {
    const key = reference.toUpperCase();
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}
