import Negotiator from "negotiator";
import { isLanguage, type Language, languageCodes } from "./languages.ts";

/** The supported language that an Accept-Language header prefers most, else English. */
export function preferredLanguage(acceptLanguage: string | null): Language {
  const [best] = new Negotiator({ headers: { "accept-language": acceptLanguage ?? "en" } }).languages([...languageCodes]);
  return isLanguage(best) ? best : "en";
}
