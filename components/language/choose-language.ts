import { type Language, languageCookie } from "#lib/core/languages.ts";
import { keepLanguage } from "#lib/queries/session.ts";

const seconds = 365 * 24 * 3600;

/**
 * This browser asks for its pages in the language from now on; with an account it is kept there too. Where keeping fails
 * the pages change all the same: the next sign-in elsewhere then begins with the old one.
 */
export async function chooseLanguage(language: Language, { isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  const secure = location.protocol === "https:" ? "; secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing where the desk runs on plain http.
  document.cookie = `${languageCookie}=${language}; Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
  if (isSignedIn) await keepLanguage(language).catch(() => undefined);
}
