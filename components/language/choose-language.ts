import { type Language, languageCookie } from "#lib/core/languages.ts";
import { saveLanguage } from "#lib/queries/session.ts";
import { setCookie } from "#lib/queries/set-cookie.ts";

const yearSeconds = 365 * 24 * 3600;

/**
 * Stores the language in this browser and, with an account, on the server. If the server cannot save it, the page changes
 * anyway; the next sign-in on another device then starts with the previous language.
 */
export async function chooseLanguage(language: Language, { isSignedIn }: { isSignedIn: boolean }): Promise<void> {
  setCookie({ name: languageCookie, value: language, maxAgeSeconds: yearSeconds });
  if (isSignedIn) await saveLanguage(language).catch(() => undefined);
}
