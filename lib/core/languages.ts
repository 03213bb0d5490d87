/** The app's languages: the code of the catalogue, the BCP 47 tag for dates and numbers, and the language's own name. */
export const languages = [
  { code: "en", tag: "en-GB", name: "English" },
  { code: "de", tag: "de-DE", name: "Deutsch" },
  { code: "fr", tag: "fr-FR", name: "Français" },
  { code: "it", tag: "it-IT", name: "Italiano" },
  { code: "es", tag: "es-ES", name: "Español" },
  { code: "bg", tag: "bg-BG", name: "Български" },
] as const;

export type Language = (typeof languages)[number]["code"];
export type LanguageTag = (typeof languages)[number]["tag"];

export const languageCodes = languages.map(({ code }) => code);

/** Cookie with the chosen language, set before sign-in too. Scripts may read it: it is not secret. */
export const languageCookie = "language";

export function isLanguage(value: unknown): value is Language {
  return languageCodes.some((code) => code === value);
}

export function languageTag(language: Language): LanguageTag {
  return languages.find(({ code }) => code === language)?.tag ?? "en-GB";
}
