import "server-only";
import { cookies, headers } from "next/headers";
import { readSentences, type Sentences } from "./catalogues.ts";
import { readLanguage } from "./read-language.ts";

/** The server's sentences in this request's language, for the browser. */
export async function readRequestSentences(): Promise<Sentences> {
  return readSentences(readLanguage(await cookies(), await headers()));
}
