type Sentences = Readonly<Record<string, string>>;
type Pattern = { shape: RegExp; holes: readonly string[]; words: string };

const compiled = new WeakMap<Sentences, readonly Pattern[]>();

/**
 * A sentence the server said in English, in the words of `sentences` (English sentence -> other language, with holes
 * written `{like this}`). What fills a hole is translated too when it is a sentence of its own, else kept; an `{amount}`
 * is written as `locale` (a BCP 47 tag) writes numbers. A sentence nobody translated comes back as it is: better English
 * than nothing.
 */
export function saySentence(sentences: Sentences, text: string, locale: string): string {
  if (Object.hasOwn(sentences, text)) return sentences[text] ?? text;
  const sayPart = (part: string, hole: string) =>
    hole === "amount" ? sayAmount(part, locale) : saySentence(sentences, part, locale);
  for (const { shape, holes, words } of patternsOf(sentences)) {
    const match = shape.exec(text);
    if (!match) continue;
    const fill = new Map(holes.map((hole, at) => [hole, sayPart(match[at + 1] ?? "", hole)]));
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
  const parts = english.split(/\{\w+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return { shape: new RegExp(`^${parts.join("(.+?)")}$`, "s"), holes, words };
}
