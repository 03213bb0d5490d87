import { currencyExponent } from "#lib/core/currency.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { canonicalName, findPair, type Pair } from "./form.ts";

/**
 * Why a message is not valid. One word each:
 * `signature` missing, repeated, badly encoded, or made by no known key over these values;
 * `duplicate` a name stands twice; `layout` a name stands where another must stand, or is missing;
 * `method` not a method name, or one that belongs to the browser's addresses; `sid` another store's;
 * `format` a known field is not written as it must be; `pairs` more pairs than are read.
 */
export type Reason = "signature" | "duplicate" | "layout" | "method" | "sid" | "format" | "pairs";

/** Where a message came in: URL_Notify, or URL_OK / URL_Cancel through the customer's browser. */
export type Door = "notify" | "return";

export type LayoutRules = { sid: string; strictLayout: boolean; door: Door };

export const actingMethods = ["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPreAuthorizationNotify"] as const;
export type ActingMethod = (typeof actingMethods)[number];
export const returnMethods = ["IPCPurchaseOK", "IPCPreAuthorizationOK", "IPCPurchaseCancel"] as const;

export function isActingMethod(method: string | null): method is ActingMethod {
  return actingMethods.some((acting) => acting === method);
}

const firstNames = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"] as const;
const methodPattern = /^IPC[A-Za-z]{1,40}$/;

/** What the names alone show, whether or not the values are proven: duplicates, and a wrong order. */
export function checkNames(signed: readonly Pair[], { strictLayout }: LayoutRules): Reason[] {
  const reasons: Reason[] = [];
  const names = signed.map(canonicalName);
  if (new Set(names).size < names.length) reasons.push("duplicate");
  if (firstMisplacedName(signed, strictLayout) !== undefined) reasons.push("layout");
  return reasons;
}

/** What the values show; only worth asking when the signature proved them. */
export function checkValues(signed: readonly Pair[], { sid, door }: LayoutRules): Reason[] {
  const reasons: Reason[] = [];
  const method = signed[0]?.valueText ?? "";
  const isReturnMethod = returnMethods.some((name) => name === method);
  if (!methodPattern.test(method) || isReturnMethod !== (door === "return")) reasons.push("method");
  const sidPair = findPair(signed, "SID");
  if (sidPair && sidPair.valueText !== sid) reasons.push("sid");
  if (firstBadFormat(signed) !== undefined) reasons.push("format");
  return reasons;
}

export type MisplacedName = { position: number; expected: string; received: string | null };

/** The first place where a name is not the one that must stand there; positions count from 1. */
export function firstMisplacedName(signed: readonly Pair[], strictLayout: boolean): MisplacedName | undefined {
  const first = signed[0];
  if (!first || !isNamed(first, "IPCmethod", strictLayout)) {
    return { position: 1, expected: "IPCmethod", received: first?.nameText ?? null };
  }
  const needsFive = strictLayout && needsFirstFive(first.valueText);
  return needsFive ? firstOutOfOrder(signed) : missingSid(signed, strictLayout);
}

function needsFirstFive(method: string): boolean {
  return isActingMethod(method) || returnMethods.some((name) => name === method);
}

/** Amount may be missing (a stored card without a payment), but then it stands nowhere else either. */
function firstOutOfOrder(signed: readonly Pair[]): MisplacedName | undefined {
  const hasAmount = signed.some((pair) => canonicalName(pair) === "amount");
  const expected = hasAmount ? firstNames : firstNames.filter((name) => name !== "Amount");
  const at = expected.findIndex((name, index) => signed[index]?.nameText !== name);
  return at < 0 ? undefined : { position: at + 1, expected: firstNames[at] ?? "", received: signed[at]?.nameText ?? null };
}

function missingSid(signed: readonly Pair[], exact: boolean): MisplacedName | undefined {
  if (signed.some((pair) => isNamed(pair, "SID", exact))) return undefined;
  return { position: 2, expected: "SID", received: signed[1]?.nameText ?? null };
}

function isNamed(pair: Pair, name: string, exact: boolean): boolean {
  return exact ? pair.nameText === name : pair.lowerName === name.toLowerCase();
}

/** A known field that is not written as it must be, and the rule in words. */
export type BadFormat = { name: string; rule: string };

const formats: readonly (readonly [name: string, pattern: RegExp, rule: string])[] = [
  ["Currency", /^[A-Za-z]{3}$/, "Currency must be three letters."],
  ["OrderID", /^./s, "OrderID must not be empty."],
  ["RequestSTAN", /^(?:\d{1,6})?$/, "RequestSTAN must be one to six digits."],
  [
    "RequestDateTime",
    /^(?:\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d)?$/,
    "RequestDateTime must be a date and a time, as in 2026-03-04 11:20:05.",
  ],
];

/**
 * The first of them. What is refused is given back, so only what cannot be meant is: the specification types Amount as a
 * Double, vendors write `500.00` JPY, and an empty optional value says the same as none (notify-rules.md, known formats).
 */
export function firstBadFormat(signed: readonly Pair[]): BadFormat | undefined {
  for (const [name, pattern, rule] of formats) {
    const value = findPair(signed, name)?.valueText;
    if (value !== undefined && !pattern.test(value)) return { name, rule };
  }
  const rule = amountRule(findPair(signed, "Amount")?.valueText, findPair(signed, "Currency")?.valueText);
  return rule === undefined ? undefined : { name: "Amount", rule };
}

/** The rule that an amount breaks, if it breaks one. */
function amountRule(amount: string | undefined, currencyText: string | undefined): string | undefined {
  if (!amount) return undefined;
  const match = /^\d+(?:\.(\d+))?$/.exec(amount);
  if (!match) return "Amount must be digits, with a point before its decimals.";
  if (currencyText === undefined) return undefined;
  const currency = currencyText.toUpperCase();
  const decimals = currencyExponent(currency);
  if (trimEndOf(match[1] ?? "", "0").length <= decimals) return undefined;
  return `Amount must have at most ${decimals} decimals in ${currency}.`;
}
