import "server-only";
import { isLanguage, type Language, languageCookie } from "#lib/core/languages.ts";
import { preferredLanguage } from "#lib/core/preferred-language.ts";
import type { CookieReader } from "./session.ts";

/** The language that the user chose, else the browser's preference, else English. */
export function readLanguage(cookies: CookieReader, headers: Headers): Language {
  const chosen = cookies.get(languageCookie)?.value;
  return isLanguage(chosen) ? chosen : preferredLanguage(headers.get("accept-language"));
}
