/** A form that is equal for two spellings of one reference. */
export function referenceKey(reference: string): string {
  return reference.normalize("NFC").trim().toUpperCase();
}

/** Each reference once, in the order and the spelling of its first occurrence. */
export function uniqueReferences(references: readonly string[]): string[] {
  const seen = new Map<string, string>();
  for (const reference of references) {
    const key = referenceKey(reference);
    if (!seen.has(key)) seen.set(key, reference);
  }
  return [...seen.values()];
}
