import { dayMs } from "./days.ts";
import type { LanguageTag } from "./languages.ts";
import { formatMoney, type Money } from "./money.ts";
import type { RecordState, RecordStateName, RecordValues } from "./record-state.ts";

/** The texts of `messages/<language>/states.json`. */
export type StateTexts = (
  key: `sentence.${RecordStateName}` | "paid" | "paidBy" | "theAmount",
  values?: Record<string, string>,
) => string;
type Shown = { locale: LanguageTag; zone: string };

/** The sentence of a state, the same on pages, in previews and in support bundles. */
export function toStateSentence(t: StateTexts, { name, values }: RecordState, { locale, zone }: Shown): string {
  return t(`sentence.${name}`, {
    paid: values.card === null ? t("paid") : t("paidBy", { card: values.card }),
    amount: values.amount === null ? t("theAmount") : toMoneyText(values.amount, locale),
    otherAmount: values.other === null ? "" : toMoneyText(values.other, locale),
    hasBoth: values.amount !== null && values.other !== null ? "yes" : "no",
    delay: toDelayText(values.delayMs, locale) ?? "none",
    date: toDayText(values.at, { locale, zone }) ?? "none",
    person: values.by ?? "none",
    reason: values.reason ?? "none",
  });
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
function toDelayText(delayMs: RecordValues["delayMs"], locale: LanguageTag): string | undefined {
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
