import type { Pair } from "./form.ts";
import { addedPattern, amountRule, currencyPattern, methodPattern } from "./formats.ts";

/**
 * The names up to OrderID, as they must stand first in a message. Exactly one is in force for a method at an endpoint: two
 * side by side would give one signed text several valid splits, because the signature proves values and not names.
 */
export type FieldOrder = readonly string[];

export const defaultFieldOrder = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"] as const satisfies FieldOrder;

const namesMax = 16;
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** True of an order that may be put in force. */
export function isFieldOrder(names: FieldOrder): boolean {
  return fieldOrderProblem(names) === undefined;
}

/** Why these names are no order that may be put in force. */
export function fieldOrderProblem(names: FieldOrder): string | undefined {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  const isSequence =
    names.length <= namesMax &&
    distinct.size === names.length &&
    names[0] === defaultFieldOrder[0] &&
    names.at(-1) === defaultFieldOrder.at(-1) &&
    defaultFieldOrder.every((name) => names.includes(name)) &&
    names.every((name) => namePattern.test(name));
  if (!isSequence) return "A field order begins with IPCmethod, ends with OrderID, and names SID, Amount and Currency between.";
  // Where nothing stands between, an old order number cannot give its first part to another field and stay unseen.
  if (names.at(-2) !== "Currency")
    return "OrderID must follow Currency: with a name between them, an order number that holds a dash would read as two values.";
  return undefined;
}

export function isSameOrder(order: FieldOrder, other: FieldOrder): boolean {
  return order.join() === other.join();
}

/** The order in which a message's names came; undefined when it is none that may be put in force. */
export function readFieldOrder(signed: readonly Pair[]): FieldOrder | undefined {
  const end = signed.findIndex(({ nameText }) => nameText === "OrderID");
  const names = signed.slice(0, end + 1).map(({ nameText }) => nameText);
  return isFieldOrder(names) ? names : undefined;
}

export function addedNames(order: FieldOrder): string[] {
  return order.filter((name) => !defaultFieldOrder.some((usual) => usual === name));
}

/**
 * The names that must stand first. Amount may be missing only right before Currency: no value fits both, so that it stays
 * certain which value is which.
 */
export function expectedNames(order: FieldOrder, { hasAmount }: { hasAmount: boolean }): FieldOrder {
  return hasAmount || !mayLackAmount(order) ? order : order.filter((name) => name !== "Amount");
}

function mayLackAmount(order: FieldOrder): boolean {
  return order[order.indexOf("Amount") + 1] === "Currency";
}

/** What a signed text says in a field order, whatever its names are. */
export type Reading = {
  amount: string | null;
  /** Upper case. */
  currency: string;
  /** At which of the text's parts the order number begins. */
  orderAt: number;
};

/** A signed text in its parts: values that hold a dash are in several. */
export function partsOf(signed: readonly Pair[]): string[] {
  return signed
    .map(({ valueText }) => valueText)
    .join("-")
    .split("-");
}

type Question = { order: FieldOrder; sid: string };

/** The reading of a signed text's parts in a field order; undefined when it has none. */
export function readParts(parts: readonly string[], question: Question): Reading | undefined {
  const reading = readLoosely(parts, question);
  return reading && amountRule(reading.amount ?? "", reading.currency) === undefined ? reading : undefined;
}

/** The reading by patterns only, without `sid` for any store: what else a text may say is told rather too often than too seldom. */
function readLoosely(parts: readonly string[], { order, sid }: { order: FieldOrder; sid?: string }): Reading | undefined {
  for (const hasAmount of [true, false]) {
    const front = expectedNames(order, { hasAmount }).slice(0, -1);
    const isFitting = front.every((name, at) => isValueOf(name, parts[at], sid)) && parts.slice(front.length).join("-") !== "";
    if (!isFitting) continue;
    const currency = (parts[front.indexOf("Currency")] ?? "").toUpperCase();
    const amount = parts[front.indexOf("Amount")] || null;
    return { amount, currency, orderAt: front.length };
  }
  return undefined;
}

function isValueOf(name: string, value: string | undefined, sid: string | undefined): boolean {
  if (value === undefined) return false;
  if (name === "IPCmethod") return methodPattern.test(value);
  if (name === "SID") return sid === undefined || value === sid;
  if (name === "Amount") return amountRule(value, undefined) === undefined;
  return (name === "Currency" ? currencyPattern : addedPattern).test(value);
}

/**
 * True when a text that has a reading in `order` says another amount, currency or order number in one of the orders that its
 * names may hide: whichever store it was for, and however that order writes its amounts.
 */
export function fitsOtherwise(
  signed: readonly Pair[],
  { order, others, sid }: Question & { others: readonly FieldOrder[] },
): boolean {
  const parts = partsOf(signed);
  const reading = readParts(parts, { order, sid });
  if (!reading) return false;
  return others.some((each) => {
    const other = isSameOrder(each, order) ? undefined : readLoosely(parts, { order: each });
    if (!other) return false;
    // A new value before the SID, and no amount: the store's number stands where an old message has its amount.
    if (reading.amount === null && other.amount === sid && parts[each.indexOf("SID")] !== sid) return false;
    return other.amount !== reading.amount || other.currency !== reading.currency || other.orderAt !== reading.orderAt;
  });
}
