import type { Message } from "#lib/core/text.ts";
import { notificationText } from "#lib/notifications/texts.ts";
import type { Pair } from "./form.ts";
import { addedPattern, amountRule, currencyPattern, methodPattern } from "./formats.ts";

/**
 * The required first names of a message, up to OrderID. Exactly one order applies to a method at an endpoint: two
 * at once would give one signed text several valid splits, because the signature proves values and not names.
 */
export type FieldOrder = readonly string[];

export const defaultFieldOrder = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"] as const satisfies FieldOrder;

const namesMax = 16;
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** True for an order that may be accepted. */
export function isFieldOrder(names: FieldOrder): boolean {
  return fieldOrderProblem(names) === undefined;
}

/** Why these names may not be accepted as an order. */
export function fieldOrderProblem(names: FieldOrder): Message | undefined {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  const isSequence =
    names.length <= namesMax &&
    distinct.size === names.length &&
    names[0] === defaultFieldOrder[0] &&
    names.at(-1) === defaultFieldOrder.at(-1) &&
    defaultFieldOrder.every((name) => names.includes(name)) &&
    names.every((name) => namePattern.test(name));
  if (!isSequence) return notificationText("field_order_form");
  // Without fields between them, an old order number cannot pass its first part to another field unnoticed.
  if (names.at(-2) !== "Currency") return notificationText("field_order_ambiguous");
  return undefined;
}

export function isSameOrder(order: FieldOrder, other: FieldOrder): boolean {
  return order.join() === other.join();
}

/** The order of a message's names; undefined when it may not be accepted. */
export function readFieldOrder(signed: readonly Pair[]): FieldOrder | undefined {
  const end = signed.findIndex(({ nameText }) => nameText === "OrderID");
  const names = signed.slice(0, end + 1).map(({ nameText }) => nameText);
  return isFieldOrder(names) ? names : undefined;
}

export function addedNames(order: FieldOrder): string[] {
  return order.filter((name) => !defaultFieldOrder.some((usual) => usual === name));
}

/**
 * The required first names. Amount may be missing only right before Currency: no value fits both, so it stays
 * clear which value belongs to which name.
 */
export function expectedNames(order: FieldOrder, { hasAmount }: { hasAmount: boolean }): FieldOrder {
  return hasAmount || !mayLackAmount(order) ? order : order.filter((name) => name !== "Amount");
}

function mayLackAmount(order: FieldOrder): boolean {
  return order[order.indexOf("Amount") + 1] === "Currency";
}

/** A signed text read in a field order, independent of its names. */
export type Reading = {
  amount: string | null;
  /** Upper case. */
  currency: string;
  /** The index of the part with which the order number begins. */
  orderAt: number;
};

/** A signed text split at its dashes: a value that contains a dash gives several parts. */
export function partsOf(signed: readonly Pair[]): string[] {
  return signed
    .map(({ valueText }) => valueText)
    .join("-")
    .split("-");
}

type Question = { order: FieldOrder; sid: string };

/** The parts of a signed text read in a field order; undefined when they do not fit it. */
export function readParts(parts: readonly string[], question: Question): Reading | undefined {
  const reading = readLoosely(parts, question);
  return reading && amountRule(reading.amount ?? "", reading.currency) === undefined ? reading : undefined;
}

/** Reads by patterns only, for any store without `sid`: rather finds too many alternative meanings than too few. */
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
 * True when a text that fits `order` means another amount, currency or order number in one of the orders that its
 * names may hide: for any store, and in any format of amounts.
 */
export function fitsOtherwise(
  signed: readonly Pair[],
  { order, others, sid }: Question & { others: readonly FieldOrder[] },
): boolean {
  const parts = partsOf(signed);
  const reading = readParts(parts, { order, sid });
  if (!reading) return false;
  return others.some((candidate) => {
    const other = isSameOrder(candidate, order) ? undefined : readLoosely(parts, { order: candidate });
    if (!other) return false;
    // With a new value before the SID and no amount, the store's number is at the position of an old message's amount.
    if (reading.amount === null && other.amount === sid && parts[candidate.indexOf("SID")] !== sid) return false;
    return other.amount !== reading.amount || other.currency !== reading.currency || other.orderAt !== reading.orderAt;
  });
}
