const wordMax = 64;
const wordsMax = 300;

/**
 * The unique words of texts for search: letters and digits of any script, in lower case. Longer words are cut, and
 * words after the first 300 left out.
 */
export function toSearchWords(texts: readonly string[]): string[] {
  const words = texts.flatMap(
    (text) =>
      text
        .normalize("NFKC")
        .toLowerCase()
        .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [],
  );
  return [...new Set(words.map((word) => word.slice(0, wordMax)))].slice(0, wordsMax);
}
