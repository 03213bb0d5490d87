type Sentences = Readonly<Record<string, string>>;
/** The fixed parts around the placeholders, one more than there are placeholders. */
type Pattern = { parts: readonly string[]; holes: readonly string[]; words: string };

/** Limits nested translation, since text from outside may nest sentences without end. */
const levelsMax = 3;

const compiled = new WeakMap<Sentences, readonly Pattern[]>();

/**
 * Translates an English message of the server with `sentences` (English -> other language, placeholders written `{like
 * this}`). A value that is itself a known sentence is translated too, to a limited depth; an `{amount}` is formatted
 * for `locale` (a BCP 47 tag). Without a translation it returns the English text.
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
    const fill = new Map(holes.map((hole, index) => [hole, printPart(filled[index] ?? "", hole)]));
    return words.replace(/\{(\w+)\}/g, (written, hole: string) => fill.get(hole) ?? written);
  }
  return text;
}

/** "EUR 1,234.50" in the locale's number format; anything else unchanged. */
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

/** The sentence with the most fixed text is the best match. */
function fixedLength(english: string): number {
  return english.replace(/\{\w+\}/g, "").length;
}

function toPattern(english: string, words: string): Pattern {
  const holes = [...english.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "");
  return { parts: english.split(/\{\w+\}/), holes, words };
}

/**
 * The values between the parts, each as short as possible and never empty; undefined when the text does not match.
 * Reads each character once, unlike an expression with several groups.
 */
function fillHoles(text: string, parts: readonly string[]): string[] | undefined {
  const [first = "", last = ""] = [parts[0], parts.at(-1)];
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined;
  const filled: string[] = [];
  const end = text.length - last.length;
  let position = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, position + 1);
    if (found === -1 || found >= end) return undefined;
    filled.push(text.slice(position, found));
    position = found + part.length;
  }
  if (position >= end) return undefined;
  return [...filled, text.slice(position, end)];
}
