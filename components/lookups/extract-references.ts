const separators = /[\n\r\t;,|"“”„<>()[\]{}]+/;
const longest = 255;

/**
 * References in whatever was pasted: a spreadsheet column, an e-mail, mixed separators. A line keeps its spaces when
 * it is short enough to be one reference and has a digit; longer lines are taken apart at spaces, and of their words only
 * those that look like references stay. First spelling kept, duplicates folded.
 */
export function extractReferences(text: string): string[] {
  const found = new Map<string, string>();
  const add = (text: string) => {
    const reference = text.slice(0, longest);
    const key = reference.toUpperCase();
    if (!found.has(key)) found.set(key, reference);
  };
  for (const piece of text.split(separators)) {
    const line = piece.trim();
    if (line === "") continue;
    const words = line.split(/\s+/);
    if (words.length <= 2 && isReference(words.at(0) ?? "")) add(line);
    else for (const word of words) if (isReference(word)) add(word.replace(/[.:!?]+$/, ""));
  }
  return [...found.values()];
}

/** At least five characters with a digit among them, and no e-mail or web address. */
function isReference(word: string): boolean {
  return word.length >= 5 && /\d/.test(word) && !/@|:\/\//.test(word);
}
