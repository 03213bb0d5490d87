/** The languages of the desk: the code its catalogue is kept under, the tag dates and numbers are written by, its own name. */
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

/** Holds the person's choice in a browser, also where nobody is signed in. Readable by scripts: it is no secret. */
export const languageCookie = "language";

export function isLanguage(value: unknown): value is Language {
  return languageCodes.some((code) => code === value);
}

export function languageTag(language: Language): LanguageTag {
  return languages.find(({ code }) => code === language)?.tag ?? "en-GB";
}
