import "server-only";
import { cookies, headers } from "next/headers";
import { languageTag } from "#lib/core/languages.ts";
import { translateSentence } from "#lib/core/translate-sentence.ts";
import { readSentences, type Sentences } from "./catalogues.ts";
import { readLanguage } from "./read-language.ts";

/** The server's sentences in this request's language, for the browser. */
export async function readRequestSentences(): Promise<Sentences> {
  return readSentences(readLanguage(await cookies(), await headers()));
}

/** Translates a sentence on a server-rendered page, as `useSentence` does in the browser. */
export async function getSentence(): Promise<(text: string) => string> {
  const language = readLanguage(await cookies(), await headers());
  const sentences = await readSentences(language);
  return (text) => translateSentence(sentences, text, languageTag(language));
}
