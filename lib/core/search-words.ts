const wordMax = 64;
const wordsMax = 300;

/**
 * The words of texts as they are searched: letters and digits of any script, lower case, each once. Longer ones are
 * cut, more than 300 are left out.
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
