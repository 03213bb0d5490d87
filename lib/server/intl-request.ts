import "server-only";
import { cookies, headers } from "next/headers";
import { getRequestConfig } from "next-intl/server";
import { languageTag } from "#lib/core/languages.ts";
import { readCatalogue } from "./catalogues.ts";
import { readLanguage } from "./read-language.ts";

/** What next-intl asks on each request. The zone of a time is the environment's and given with it; this one is for none. */
export default getRequestConfig(async () => {
  const language = readLanguage(await cookies(), await headers());
  return { locale: languageTag(language), messages: await readCatalogue(language), timeZone: "UTC" };
});
