import { type AcceptedOrder, acceptedOrderFor } from "./accepted-order.ts";
import { addedNames, defaultFieldOrder, expectedNames, type FieldOrder, fitsOtherwise } from "./field-order.ts";
import { canonicalName, findPair, type Pair } from "./form.ts";
import { type BadFormat, firstBadFormat, methodPattern } from "./formats.ts";

/**
 * Why a message is not valid. One word each:
 * `signature` missing, repeated, badly encoded, or made by no known key over these values;
 * `duplicate` a name occurs twice; `layout` a name is out of order or missing;
 * `method` not a method name, or one of the browser's addresses; `sid` of another store;
 * `format` a known field has a wrong format; `pairs` more pairs than the limit.
 */
export type Reason = "signature" | "duplicate" | "layout" | "method" | "sid" | "format" | "pairs";

/** Where a message was received: URL_Notify, or URL_OK / URL_Cancel through the customer's browser. */
export type EntryPoint = "notify" | "return";

export type LayoutRules = {
  sid: string;
  strictLayout: boolean;
  /** The accepted order with its methods; null or none: the default for all. */
  fieldOrder?: AcceptedOrder | null;
  entryPoint: EntryPoint;
};

export const actingMethods = ["IPCPurchaseNotify", "IPCPurchaseRollback", "IPCPreAuthorizationNotify"] as const;
export type ActingMethod = (typeof actingMethods)[number];
export const returnMethods = ["IPCPurchaseOK", "IPCPreAuthorizationOK", "IPCPurchaseCancel"] as const;

export function isActingMethod(method: string | null): method is ActingMethod {
  return actingMethods.some((acting) => acting === method);
}

/** Checks the names only, with or without a valid signature: duplicates, and a wrong order. */
export function checkNames(signed: readonly Pair[], rules: LayoutRules): Reason[] {
  const reasons: Reason[] = [];
  const names = signed.map(canonicalName);
  if (new Set(names).size < names.length) reasons.push("duplicate");
  if (firstMisplacedName(signed, rules) !== undefined) reasons.push("layout");
  return reasons;
}

/** Checks the values; only useful after the signature was verified. */
export function checkValues(signed: readonly Pair[], rules: LayoutRules): Reason[] {
  const { sid, entryPoint } = rules;
  const reasons: Reason[] = [];
  const method = signed[0]?.valueText ?? "";
  const isReturnMethod = returnMethods.some((name) => name === method);
  if (!methodPattern.test(method) || isReturnMethod !== (entryPoint === "return")) reasons.push("method");
  const sidPair = findPair(signed, "SID");
  if (sidPair && sidPair.valueText !== sid) reasons.push("sid");
  if (hasUncertainNames(signed, rules)) reasons.push("layout");
  if (firstRuleBroken(signed, rules) !== undefined) reasons.push("format");
  return reasons;
}

/** The first field with a wrong format, including those that an accepted field order adds. */
export function firstRuleBroken(signed: readonly Pair[], rules: LayoutRules): BadFormat | undefined {
  const accepted = acceptedOrderOf(signed, rules);
  return firstBadFormat(signed, accepted ? addedNames(accepted.names) : []);
}

/**
 * True where the names follow an accepted order, but the same signed text means another amount, currency or order number in the
 * default order or in one accepted before: an attacker may have renamed the values of an older message.
 */
function hasUncertainNames(signed: readonly Pair[], rules: LayoutRules): boolean {
  const accepted = acceptedOrderOf(signed, rules);
  if (!accepted) return false;
  const { names, earlier } = accepted;
  return fitsOtherwise(signed, { order: names, others: [defaultFieldOrder, ...earlier], sid: rules.sid });
}

/** The accepted order that the names follow; undefined where the default order applies, or the names follow another order. */
function acceptedOrderOf(signed: readonly Pair[], rules: LayoutRules): AcceptedOrder | undefined {
  const accepted = acceptedOrderFor(signed[0]?.valueText ?? null, rules);
  return accepted && firstMisplacedName(signed, rules) === undefined ? accepted : undefined;
}

export type MisplacedName = { position: number; expected: string; received: string | null };

/** The first name that differs from the expected one; positions count from 1. */
export function firstMisplacedName(signed: readonly Pair[], rules: LayoutRules): MisplacedName | undefined {
  const { strictLayout } = rules;
  const first = signed[0];
  if (!first || !isNamed(first, "IPCmethod", strictLayout)) {
    return { position: 1, expected: "IPCmethod", received: first?.nameText ?? null };
  }
  const isOrdered = strictLayout && needsOrder(first.valueText);
  if (!isOrdered) return missingSid(signed, strictLayout);
  return firstOutOfOrder(signed, acceptedOrderFor(first.valueText, rules)?.names ?? defaultFieldOrder);
}

function needsOrder(method: string): boolean {
  return isActingMethod(method) || returnMethods.some((name) => name === method);
}

/** Amount may be missing (a stored card without a payment), but then it must not occur anywhere else. */
function firstOutOfOrder(signed: readonly Pair[], order: FieldOrder): MisplacedName | undefined {
  const hasAmount = signed.some((pair) => canonicalName(pair) === "amount");
  const names = expectedNames(order, { hasAmount });
  const at = names.findIndex((name, index) => signed[index]?.nameText !== name);
  if (at < 0) return undefined;
  const expected = order[at] === "Amount" ? "Amount" : names[at];
  return { position: at + 1, expected: expected ?? "", received: signed[at]?.nameText ?? null };
}

function missingSid(signed: readonly Pair[], exact: boolean): MisplacedName | undefined {
  if (signed.some((pair) => isNamed(pair, "SID", exact))) return undefined;
  return { position: 2, expected: "SID", received: signed[1]?.nameText ?? null };
}

function isNamed(pair: Pair, name: string, exact: boolean): boolean {
  return exact ? pair.nameText === name : pair.lowerName === name.toLowerCase();
}
