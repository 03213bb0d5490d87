type Sentences = Readonly<Record<string, string>>;
/** The fixed parts around the holes, one more than there are holes. */
type Pattern = { parts: readonly string[]; holes: readonly string[]; words: string };

/** Texts of others may hold a sentence in a sentence any number of times. */
const levelsMax = 3;

const compiled = new WeakMap<Sentences, readonly Pattern[]>();

/**
 * A sentence the server said in English, in the words of `sentences` (English sentence -> other language, with holes
 * written `{like this}`). What fills a hole is translated too when it is a sentence of its own, else kept; an `{amount}`
 * is written as `locale` (a BCP 47 tag) writes numbers; a hole in a hole in a hole is kept. A sentence nobody translated comes back as it is: better English
 * than nothing.
 */
export function translateSentence(sentences: Sentences, text: string, locale: string): string {
  return sayAtLevel(sentences, text, { locale, level: 1 });
}

type Saying = { locale: string; level: number };

function sayAtLevel(sentences: Sentences, text: string, { locale, level }: Saying): string {
  if (Object.hasOwn(sentences, text)) return sentences[text] ?? text;
  if (level > levelsMax) return text;
  const printPart = (part: string, hole: string) =>
    hole === "amount" ? sayAmount(part, locale) : sayAtLevel(sentences, part, { locale, level: level + 1 });
  for (const { parts, holes, words } of patternsOf(sentences)) {
    const filled = fillHoles(text, parts);
    if (!filled) continue;
    const fill = new Map(holes.map((hole, at) => [hole, printPart(filled[at] ?? "", hole)]));
    return words.replace(/\{(\w+)\}/g, (written, hole: string) => fill.get(hole) ?? written);
  }
  return text;
}

/** "EUR 1,234.50" with its digits grouped and parted as the locale does; anything else as it is. */
function sayAmount(text: string, locale: string): string {
  const [, currency, digits] = /^([A-Z]{3}) (-?[\d,]+(?:\.\d+)?)$/.exec(text) ?? [];
  if (currency === undefined || digits === undefined) return text;
  const decimals = digits.split(".")[1]?.length ?? 0;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
  return `${currency} ${format.format(digits.replaceAll(",", "") as Intl.StringNumericLiteral)}`;
}

function patternsOf(sentences: Sentences): readonly Pattern[] {
  const known = compiled.get(sentences);
  if (known) return known;
  const patterns = Object.entries(sentences)
    .filter(([english]) => english.includes("{"))
    .sort(([a], [b]) => fixedLength(b) - fixedLength(a))
    .map(([english, words]) => toPattern(english, words));
  compiled.set(sentences, patterns);
  return patterns;
}

/** The sentence that fixes most of the text is the nearest, however its holes are called. */
function fixedLength(english: string): number {
  return english.replace(/\{\w+\}/g, "").length;
}

function toPattern(english: string, words: string): Pattern {
  const holes = [...english.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return { parts: english.split(/\{\w+\}/), holes, words };
}

/**
 * What stands between the parts, each as short as it can be and never empty; undefined when the text does not have them.
 * Looks at each character once; an expression with several holes would not.
 */
function fillHoles(text: string, parts: readonly string[]): string[] | undefined {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const filled: string[] = [];
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at + 1);
    if (found === -1 || found >= end) return undefined;
    filled.push(text.slice(at, found));
    at = found + part.length;
  }
  if (at >= end) return undefined;
  return [...filled, text.slice(at, end)];
}
