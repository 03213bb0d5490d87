import { type Language, type LanguageTag, languageTag } from "#lib/core/languages.ts";
import { preferredLanguage } from "#lib/core/preferred-language.ts";
import texts from "./words.json" with { type: "json" };

export type WordKey = keyof typeof texts;
type Title<Key> = Key extends `${infer Name}.title` ? Name : never;
/** A page with only a message, by the key of its text. */
export type MessageName = Title<WordKey>;
export type Holes = Readonly<Record<string, string>>;

/** The checkout's texts in one language. */
export type Words = { language: Language; tag: LanguageTag; say: (key: WordKey, holes?: Holes) => string };

/** The texts in the language that the customer's browser prefers. */
export function readWords(request: Request): Words {
  const language = preferredLanguage(request.headers.get("accept-language"));
  const say = (key: WordKey, holes: Holes = {}) =>
    texts[key][language].replace(/\{(\w+)\}/g, (written, hole: string) => holes[hole] ?? written);
  return { language, tag: languageTag(language), say };
}
