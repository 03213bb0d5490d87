import { readFile } from "node:fs/promises";
import path from "node:path";
import { createTranslator } from "next-intl";
import { type Language, languageTag } from "#lib/core/languages.ts";

type Values = Record<string, string | number>;
type Translate = (key: string, values?: Values) => string;

/** Texts of a message in one language: those of `messages/mail/`, and what the page of alerts calls rules and severities. */
export type MessageTexts = {
  say(key: string, values?: Values): string;
  rule(rule: string): string;
  explanation(rule: string): string;
  severity(severity: string): string;
  environment(environment: string): string;
  time(at: string, zone: string): string;
};

const folder = path.join(process.cwd(), "messages");
const known = new Map<Language, Promise<MessageTexts>>();

export function readMessageTexts(language: Language): Promise<MessageTexts> {
  const texts = known.get(language) ?? read(language);
  known.set(language, texts);
  texts.catch(() => known.delete(language));
  return texts;
}

async function read(language: Language): Promise<MessageTexts> {
  const [mail, alerts, frame] = await Promise.all([
    readJson("mail", `${language}.json`),
    readJson(language, "alerts.json"),
    readJson(language, "frame.json"),
  ]);
  const locale = languageTag(language);
  const translate = (messages: Record<string, unknown>) => createTranslator({ locale, messages }) as unknown as Translate;
  const [ofMail, ofAlerts, ofFrame] = [translate(mail), translate(alerts), translate(frame)];
  return {
    say: (key, values) => ofMail(key, values),
    rule: (rule) => ofAlerts(`rules.${rule}`),
    explanation: (rule) => ofAlerts(`explanations.${rule}`),
    severity: (severity) => ofAlerts(`severities.${severity}`),
    environment: (environment) => ofFrame(`environment.names.${environment}`),
    time: (at, zone) => formatTime(locale, zone, new Date(at)),
  };
}

function formatTime(locale: string, timeZone: string, at: Date): string {
  const date = { year: "numeric", month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" } as const;
  return new Intl.DateTimeFormat(locale, { ...date, timeZone, timeZoneName: "short" }).format(at);
}

async function readJson(...names: string[]): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(path.join(folder, ...names), "utf8"));
}
