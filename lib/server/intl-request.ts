import "server-only";
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { languageTag } from "#lib/core/languages.ts";
import { readCompiledCatalogue } from "./catalogues.ts";
import { readLanguage } from "./read-language.ts";

/** The configuration of next-intl for each request. Times are always formatted with the environment's zone, never with this default. */
export default getRequestConfig(async () => {
  const language = readLanguage(await cookies(), await headers());
  return { locale: languageTag(language), messages: await readCompiledCatalogue(language), timeZone: "UTC" };
});
