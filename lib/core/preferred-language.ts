import Negotiator from "negotiator";
import { isLanguage, type Language, languageCodes } from "./languages.ts";

/** The language of ours that a browser likes best by its Accept-Language header, else English. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const [best] = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "en" } }).languages([...languageCodes]);
  return isLanguage(best) ? best : "en";
}
