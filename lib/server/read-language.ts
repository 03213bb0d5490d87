import "server-only";
import Negotiator from "negotiator";
import { isLanguage, type Language, languageCodes, languageCookie } from "../core/languages.ts";
import type { CookieReader } from "./session.ts";

/** What the person chose, else what the browser asks for, else English. */
export function readLanguage(cookies: CookieReader, headers: Headers): Language {
  const chosen = cookies.get(languageCookie)?.value;
  if (isLanguage(chosen)) return chosen;
  const wanted = { headers: { "accept-language": headers.get("accept-language") ?? "en" } };
  const [best] = new Negotiator(wanted).languages([...languageCodes]);
  return isLanguage(best) ? best : "en";
}
