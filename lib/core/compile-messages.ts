import compile from "icu-minify/compile";
import type { CompiledMessage } from "icu-minify/format";

type Texts = { readonly [key: string]: string | Texts };
export type CompiledTexts = { [key: string]: CompiledMessage | CompiledTexts };

/** A catalogue of `messages/` as the browser reads it, without a parser of its own; keys stay as they are. */
export function compileMessages(texts: Texts): CompiledTexts {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === "string" ? compileMessage(text) : compileMessages(text)]),
  );
}

/** A string is a text without arguments. A compiled one that still reads like a text with arguments is wrapped, so as to be told apart. */
export function compileMessage(text: string): CompiledMessage {
  const compiled = compile(text);
  return typeof compiled === "string" && /[{}<>]|''/.test(compiled) ? [compiled] : compiled;
}
