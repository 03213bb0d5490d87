import { expect, test } from "vitest";
import { type Language, languageCodes } from "#lib/core/languages.ts";
import { readLanguage, readReasons } from "./support/catalogue.ts";

/** The words that each language uses for one thing, by the key of a text that says it. */
const terms: Record<string, Record<Language, string>> = {
  "notifications.verdicts.valid": {
    en: "Verified",
    de: "Verifiziert",
    fr: "Vérifiée",
    it: "Verificata",
    es: "Verificada",
    bg: "Проверено",
  },
  "notifications.verdicts.invalid": {
    en: "Rejected",
    de: "Abgelehnt",
    fr: "Rejetée",
    it: "Rifiutata",
    es: "Rechazada",
    bg: "Отхвърлено",
  },
  "notifications.verdicts.not_checkable": {
    ...{ en: "Not verified", de: "Nicht verifiziert", fr: "Non vérifiée" },
    ...{ it: "Non verificata", es: "No verificada", bg: "Непроверено" },
  },
  "frame.pages.payments": {
    ...{ en: "Terminal payments", de: "Terminalzahlungen", fr: "Paiements sur terminal" },
    ...{ it: "Pagamenti al terminale", es: "Pagos en terminal", bg: "Плащания на терминал" },
  },
  "frame.pages.audit": {
    ...{ en: "Audit log", de: "Audit-Protokoll", fr: "Journal d’audit" },
    ...{ it: "Registro di audit", es: "Registro de auditoría", bg: "Одитен журнал" },
  },
  "frame.pages.staff": { en: "Team", de: "Team", fr: "Équipe", it: "Team", es: "Equipo", bg: "Екип" },
};

/** Texts that say the same thing, wherever they stand. */
const same: readonly (readonly string[])[] = [
  ["notifications.verdicts.invalid", "notifications.verifications.rejected", "states.status.rejected"],
  ["notifications.verdicts.not_checkable", "notifications.verifications.not_verified", "states.status.not_verified"],
  ["frame.pages.payments", "titles.payments", "payments.list.label", "find.kinds.payment"],
  ["frame.pages.audit", "titles.audit", "audit.label", "retention.kinds.audit.title"],
  ["frame.pages.staff", "titles.staff", "staff.list.title"],
  ["frame.merchants.state.no_certificate", "connection.merchants.filters.attention", "frame.pages.alerts", "titles.alerts"],
  ["notifications.methods.IPCPurchaseRollback", "moneyBack.proofs.notification"],
  ["states.status.chargeback", "reasons.type_042"],
  ["states.status.successful", "payments.status.success"],
  ["states.status.declined", "payments.status.rejected"],
  ["states.status.cancelled", "payments.status.canceled"],
  ["states.status.in_progress", "payments.status.in_progress"],
];

/** Words that a language said before and that its readers would not, or that mean another thing elsewhere. */
const avoided: Record<Language, readonly RegExp[]> = {
  en: [
    /^It\b|\b(?:desk|refuses|genuine|mirror(?:ed)?|canceled|could not be (?:shown|listed|read|opened))\b/i,
    /Nothing was changed by it|sign-in failed too often|not synced again/i,
  ],
  de: [
    /Kontobuch|Personal\b|synchronisier|Prüfprotokoll|von selbst|Anwendungs-ID|Basisadresse|Zweiter Faktor|Stornierung/,
    /\bechten? (?:Nachricht|Benachrichtigung)|zu oft fehlgeschlagen|nicht noch einmal abgeglichen/,
  ],
  fr: [
    /\bregistre\b|bac à sable|code de secours|au terminal :|authentique|second facteur/i,
    /échoué trop souvent|ne sont plus synchronisés/,
  ],
  it: [
    /\bregistro\b(?! di audit)|personale della|\bvisita\b|\b(?:Inserire|Digitare|Scegliere|Usare) /,
    /\bautentic(?:o|a|i|he)\b|Secondo fattore|fallito troppe volte|non si sincronizzano più/,
  ],
  es: [/libro mayor|\bEl sandbox\b|periodo\b|revertir|auténtic|Segundo factor/, /demasiadas veces|no se vuelven a sincronizar/],
  bg: [
    /транзакци|регистър|линк|акаунт|\bперсонал|истинск|втори фактор|Известие за сторно/i,
    /твърде много пъти|не се синхронизират отново/,
  ],
};

/** Characters that do not belong into a language's texts. */
const misspelt: Record<Language, RegExp> = {
  en: /’|\s…|\.{3}/u,
  de: /"|[^\u00a0]…|\.{3}|\d %/u,
  fr: /"|\w'\w| [:;!?»]|« |\s…|\d %/u,
  it: /"|\w'\w|\s…/u,
  es: /"|\s…|\d %/u,
  bg: /"|\s…|\d%/u,
};

test.each(Object.entries(terms))("%s is the word the languages have for it", (key, expected) => {
  expect(Object.fromEntries(languageCodes.map((code) => [code, readLanguage(code).get(key)]))).toEqual(expected);
});

test.each(languageCodes)("%s says one thing with one word", (code) => {
  const reasons = Object.entries(readReasons(code)).map(([key, text]) => [`reasons.${key}`, text] as const);
  const words = new Map([...readLanguage(code), ...reasons]);
  const differing = same
    .map((keys) => [...new Set(keys.map((key) => words.get(key)?.replaceAll("\u00ad", "")))])
    .filter(({ length }) => length > 1);
  expect(differing).toEqual([]);
});

test.each(languageCodes)("%s uses its own words, quotes and spaces", (code) => {
  const texts = [...readLanguage(code), ...Object.entries(readReasons(code))];
  const isAvoided = (text: string) => avoided[code].some((words) => words.test(text));
  const found = texts.filter(([, text]) => isAvoided(text) || misspelt[code].test(text.replace(/https?:\S+/g, "")));
  expect(found).toEqual([]);
});
