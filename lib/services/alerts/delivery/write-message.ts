import type { AlertChange } from "#lib/contract/channel-marks.ts";
import type { MessageTexts } from "./message-texts.ts";

/** One alert as a message tells it: our own ids, the merchant, how many, when, and a link. Nothing personal is in it. */
export type MessageAlert = {
  id: string;
  change: AlertChange;
  rule: string;
  severity: string;
  merchant: { slug: string; name: string } | undefined;
  count: number;
  openedAt: string;
  resolvedAt: string | null;
  endsAt?: string;
  machine?: string;
  isRuleOff?: boolean;
  /** Of many merchants. */
  isGroup?: boolean;
  url: string;
};

/** `settingsUrl`: where its reader changes what is sent. */
export type MessageFrame = { environment: string; zone: string; settingsUrl: string };

/** Text in one line: a merchant's name may hold line breaks, which would begin another header. */
export function toLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
}

export function headingOf({ change, rule, severity }: MessageAlert, texts: MessageTexts): string {
  return texts.say(`heading.${change}`, { rule: texts.rule(rule), severity: texts.severity(severity) });
}

/** The lines below the heading. */
export function factsOf(alert: MessageAlert, texts: MessageTexts, zone: string): string[] {
  const { merchant, machine, endsAt, count, openedAt, resolvedAt, change, rule, isRuleOff = false, isGroup = false } = alert;
  return [
    ...(merchant ? [texts.say("merchant", { name: toLine(merchant.name), slug: merchant.slug })] : []),
    ...(machine === undefined ? [] : [texts.say("machine", { name: toLine(machine) })]),
    ...(change === "resolved" ? [] : [texts.explanation(rule), texts.say(isGroup ? "merchants" : "count", { count })]),
    ...(change === "resolved" || endsAt === undefined ? [] : [texts.say("endsAt", { time: texts.time(endsAt, zone) })]),
    texts.say("since", { time: texts.time(openedAt, zone) }),
    ...(resolvedAt === null ? [] : [texts.say("resolvedAt", { time: texts.time(resolvedAt, zone) })]),
    ...(isRuleOff ? [texts.say("ruleOff")] : []),
  ];
}

export function subjectOf(alerts: readonly MessageAlert[], texts: MessageTexts, { environment }: MessageFrame): string {
  const [first] = alerts;
  const name = texts.environment(environment);
  if (first === undefined || alerts.length > 1)
    return toLine(texts.say("subject.many", { environment: name, count: alerts.length }));
  const merchant = first.merchant === undefined ? "" : ` (${first.merchant.name})`;
  return toLine(texts.say("subject.one", { environment: name, what: headingOf(first, texts) + merchant }));
}

export function mailTextOf(alerts: readonly MessageAlert[], texts: MessageTexts, frame: MessageFrame): string {
  const parts = alerts.map((alert) =>
    [headingOf(alert, texts), ...factsOf(alert, texts, frame.zone), alert.url, texts.say("number", { id: alert.id })].join("\n"),
  );
  return `${[...parts, texts.say("footer", { link: frame.settingsUrl })].join("\n\n")}\n`;
}
