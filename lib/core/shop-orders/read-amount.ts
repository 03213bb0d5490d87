import { currencyExponent } from "../currency.ts";
import { parseDecimal } from "../money.ts";
import { amountMinorMax, withoutCurrency } from "../parse-amount-input.ts";
import { trimEndOf } from "../trim-end.ts";
import type { OrderProblem } from "./order-problem.ts";

export type DecimalSign = "point" | "comma";

type Reading = { amountMinor: number } | { problem: OrderProblem };

/**
 * A shop's amount ("1,234.50", "1.234,50 EUR") in minor units, exactly. Without a chosen decimal sign a text with two meanings
 * ("1.234") is a problem: nothing is guessed or rounded.
 */
export function readAmount(text: string, { currency, decimal }: { currency: string; decimal: DecimalSign | null }): Reading {
  const bare = withoutCurrency(text, currency);
  if (bare === "") return { problem: { reason: "amount_missing" } };
  if (isNegative(bare)) return { problem: { reason: "amount_negative", value: text } };
  const sign = decimal ?? decimalSignOf(bare);
  if (sign === "unclear") return { problem: { reason: "amount_ambiguous", value: text } };
  const plain = toPlain(bare, sign ?? "point");
  if (plain === undefined) return { problem: { reason: "amount_unreadable", value: text } };
  const digits = currencyExponent(currency);
  if (trimEndOf(plain.split(".")[1] ?? "", "0").length > digits)
    return { problem: { reason: "amount_decimals", value: text, currency, digits } };
  const amountMinor = parseDecimal(plain, currency);
  if (amountMinor === undefined || amountMinor > amountMinorMax) return { problem: { reason: "amount_too_large", value: text } };
  if (amountMinor === 0) return { problem: { reason: "amount_negative", value: text } };
  return { amountMinor };
}

/** Which sign an amount shows to be the decimal one; null: it has none, "unclear": it has two meanings. */
export function decimalSignOf(text: string): DecimalSign | "unclear" | null {
  const marks = text.replace(/[^.,]/g, "");
  if (marks === "") return null;
  const last = marks.at(-1) === "," ? "comma" : "point";
  if (marks.includes(".") && marks.includes(",")) return last;
  if (marks.length > 1) return last === "comma" ? "point" : "comma";
  const [whole = "", rest = ""] = text.split(/[.,]/);
  const isLikeGroups = /^[1-9]\d{0,2}$/.test(whole.replace(/\D/g, "")) && /^\d{3}(?!\d)/.test(rest);
  return isLikeGroups ? "unclear" : last;
}

function isNegative(text: string): boolean {
  return /^[-−(]/.test(text) || text.endsWith("-");
}

/** Digits with a point; undefined for what is no number whose groups have three digits. */
function toPlain(text: string, decimal: DecimalSign): string | undefined {
  const [sign, group] = decimal === "point" ? [".", ","] : [",", "."];
  const [whole = "", fraction, ...more] = text.split(sign);
  if (more.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return undefined;
  const groups = whole.split(new Set([...whole]).has(group) ? group : /[\s\u00a0\u202f'’]/u);
  const [first = "", ...others] = groups;
  if (!/^\d+$/.test(first) || others.some((part) => !/^\d{3}$/.test(part))) return undefined;
  if (others.length > 0 && (first.length > 3 || first.startsWith("0"))) return undefined;
  return groups.join("") + (fraction === undefined ? "" : `.${fraction}`);
}
