import { dayMs } from "./days.ts";
import type { LanguageTag } from "./languages.ts";
import { formatMoney, type Money } from "./money.ts";
import type { PromiseLimit } from "./promise-limits.ts";
import type { RecordState, RecordStateName, RecordValues } from "./record-state.ts";

/** The texts of `messages/<language>/states.json`. */
export type StateTexts = (
  key: `sentence.${RecordStateName}` | "paid" | "paidBy" | "rejected" | "thenReversed",
  values?: Record<string, string>,
) => string;
/** The texts of `messages/caller/<language>.json`. */
export type CallerTexts = (
  key:
    | `sentence.${RecordStateName}`
    | `parts.${"paid" | "cardEnding" | "brandEnding" | "brand" | "ofAmount" | "when" | "rejected"}`
    | `promise.${PromiseLimit}`,
  values?: Record<string, string>,
) => string;
type Shown = { locale: LanguageTag; zone: string };

/** The sentence of a state, the same on pages, in previews and in support bundles. */
export function toStateSentence(t: StateTexts, { name, values }: RecordState, { locale, zone }: Shown): string {
  const reason = values.reason ?? "none";
  const amount = values.amount === null ? "none" : toMoneyText(values.amount, locale);
  return t(`sentence.${name}`, {
    ...{ amount, reason, rejected: t("rejected", { reason }), thenReversed: t("thenReversed", { amount }) },
    paid: values.card === null ? t("paid") : t("paidBy", { card: values.card }),
    otherAmount: values.other === null ? "" : toMoneyText(values.other, locale),
    also: values.also === null ? "none" : toMoneyText(values.also, locale),
    hasBoth: values.amount !== null && values.other !== null ? "yes" : "no",
    delay: toDelayText(values.delayMs, locale) ?? "none",
    date: toDayText(values.at, { locale, zone }) ?? "none",
    person: values.by ?? "none",
  });
}

/** The sentence of a state to say to the caller: facts of the payment, and no member of staff. */
export function toCallerSentence(t: CallerTexts, { name, values }: RecordState, { locale, zone }: Shown): string {
  const amount = values.amount === null ? "none" : toMoneyText(values.amount, locale);
  const other = values.other === null ? "" : toMoneyText(values.other, locale);
  const card = toPart(toCardText(t, values.card));
  const when = toPart(toWhenText(t, values.at, { locale, zone }));
  const reason = isOfSignature(values.reason) ? "signature" : (values.reason ?? "none");
  return t(`sentence.${name}`, {
    ...{ amount, card, when, reason, rejected: t("parts.rejected", { when, reason }) },
    paid: t("parts.paid", { amount, card, when }),
    ofAmount: toPart(values.amount === null ? undefined : t("parts.ofAmount", { amount })),
    otherAmount: other,
    also: values.also === null ? "none" : toMoneyText(values.also, locale),
    ofOther: toPart(values.other === null ? undefined : t("parts.ofAmount", { amount: other })),
    hasBoth: values.amount !== null && values.other !== null ? "yes" : "no",
    hasWhen: when === "" ? "no" : "yes",
    delay: toDelayText(values.delayMs, locale) ?? "none",
  });
}

/** To the caller, what is wrong with a signature makes no difference. */
function isOfSignature(reason: string | null): boolean {
  return reason === "changed" || reason === "unsigned";
}

/** A part follows a word, or is left out. */
function toPart(text: string | undefined): string {
  return text === undefined ? "" : ` ${text}`;
}

/** A card as it is spoken; in `Visa ••2979` both parts may be missing. */
function toCardText(t: CallerTexts, card: string | null): string | undefined {
  if (card === null) return undefined;
  const [brand = "", ending] = card.split("••").map((part) => part.trim());
  if (ending === undefined) return t("parts.brand", { brand });
  return brand === "" ? t("parts.cardEnding", { ending }) : t("parts.brandEnding", { brand, ending });
}

function toWhenText(t: CallerTexts, at: string | null, { locale, zone }: Shown): string | undefined {
  if (at === null) return undefined;
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }).format(new Date(at));
  const day = format({ day: "numeric", month: "long", year: "numeric" });
  return t("parts.when", { day, time: format({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" }) });
}

function toMoneyText(money: Money, locale: LanguageTag): string {
  return `${formatMoney(money, locale)} ${money.currency}`;
}

const units = [
  ["day", dayMs],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

/** In the largest whole unit; undefined under a second, which nobody needs to be told. */
export function toDelayText(delayMs: RecordValues["delayMs"], locale: LanguageTag): string | undefined {
  const fitting = units.find(([, unitMs]) => (delayMs ?? 0) >= unitMs);
  if (!fitting || delayMs === null) return undefined;
  const [unit, unitMs] = fitting;
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(Math.floor(delayMs / unitMs));
}

function toDayText(at: string | null, { locale, zone }: Shown): string | undefined {
  if (at === null) return undefined;
  const format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", year: "numeric", timeZone: zone });
  return format.format(new Date(at));
}
