/** Each reference once, in its first spelling and position. */
export function uniqueSpellings(references: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const reference of references) {
    const key = reference.toUpperCase();
    if (!found.has(key)) found.set(key, reference);
  }
  return [...found.values()];
}
