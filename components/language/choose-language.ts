import { type Language, languageCookie } from "#lib/core/languages.ts";
import { saveLanguage } from "#lib/queries/session.ts";
import { setCookie } from "#lib/queries/set-cookie.ts";

const yearSeconds = 365 * 24 * 3600;

/**
 * This browser asks for its pages in the language from now on; with an account it is kept there too. Where keeping fails
 * the pages change all the same: the next sign-in elsewhere then begins with the old one.
 */
export async function chooseLanguage(language: Language, { isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  setCookie({ name: languageCookie, value: language, maxAgeSeconds: yearSeconds });
  if (isSignedIn) await saveLanguage(language).catch(() => undefined);
}
