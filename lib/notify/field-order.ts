import { isCurrency } from "#lib/core/currency.ts";
import type { Pair } from "./form.ts";
import { addedPattern, amountRule, currencyPattern, methodPattern } from "./formats.ts";

/**
 * The names up to OrderID, as they must stand first in a message. Exactly one is in force at an endpoint: two side by side
 * would give one signed text several valid splits, because the signature proves values and not names.
 */
export type FieldOrder = readonly string[];

export const defaultFieldOrder = ["IPCmethod", "SID", "Amount", "Currency", "OrderID"] as const satisfies FieldOrder;

const namesMax = 16;
const namePattern = /^[A-Za-z][A-Za-z0-9_]{0,39}$/;

/** True of an order that may be put in force: IPCmethod first, OrderID last, all usual names, and none twice. */
export function isFieldOrder(names: FieldOrder): boolean {
  const distinct = new Set(names.map((name) => name.toLowerCase()));
  return (
    names.length <= namesMax &&
    distinct.size === names.length &&
    names[0] === defaultFieldOrder[0] &&
    names.at(-1) === defaultFieldOrder.at(-1) &&
    defaultFieldOrder.every((name) => names.includes(name)) &&
    names.every((name) => namePattern.test(name))
  );
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
export function readParts(parts: readonly string[], { order, sid }: Question): Reading | undefined {
  for (const hasAmount of [true, false]) {
    const front = expectedNames(order, { hasAmount }).slice(0, -1);
    const isFitting = front.every((name, at) => isValueOf(name, parts[at], sid)) && parts.slice(front.length).join("-") !== "";
    if (!isFitting) continue;
    const currency = (parts[front.indexOf("Currency")] ?? "").toUpperCase();
    const amount = parts[front.indexOf("Amount")] || null;
    if (amountRule(amount ?? "", currency) === undefined) return { amount, currency, orderAt: front.length };
  }
  return undefined;
}

function isValueOf(name: string, value: string | undefined, sid: string): boolean {
  if (value === undefined) return false;
  if (name === "IPCmethod") return methodPattern.test(value);
  if (name === "SID") return value === sid;
  if (name === "Amount") return amountRule(value, undefined) === undefined;
  return (name === "Currency" ? currencyPattern : addedPattern).test(value);
}

/** True when a text that has a reading in `order` says another amount, or another real currency, in the usual order. */
export function fitsUsualOrderOtherwise(signed: readonly Pair[], { order, sid }: Question): boolean {
  if (isSameOrder(order, defaultFieldOrder)) return false;
  const parts = partsOf(signed);
  const usual = readParts(parts, { order: defaultFieldOrder, sid });
  const reading = readParts(parts, { order, sid });
  if (!usual || !reading || !isCurrency(usual.currency)) return false;
  return usual.amount !== reading.amount || usual.currency !== reading.currency;
}
