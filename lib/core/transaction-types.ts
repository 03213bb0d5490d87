import { defineTexts, type Message } from "./text.ts";

/** Labels of the gateway's three-digit transaction type codes. */
export const typeText = defineTexts({
  type_001: "Fee",
  type_002: "Cash withdrawal",
  type_003: "Outgoing bank transfer",
  type_004: "Balance transfer",
  type_005: "E-money redemption",
  type_006: "Account funding",
  type_007: "Original credit",
  type_008: "Card purchase (outgoing)",
  type_009: "Online purchase",
  type_010: "Internal transfer",
  type_011: "Refund",
  type_012: "Money request",
  type_013: "Payment",
  type_014: "Direct debit",
  type_015: "Pre-authorisation",
  type_016: "Phone or mail order payment",
  type_017: "Phone or mail order refund",
  type_018: "Phone or mail order pre-authorisation",
  type_019: "ATM deposit",
  type_022: "Contactless payment",
  type_023: "ATM surcharge",
  type_024: "Withdrawal",
  type_026: "Utility bill",
  type_035: "Payment request",
  type_036: "Reversal",
  type_037: "Reversal with hold",
  type_038: "Release of a reversal",
  type_039: "Commission",
  type_040: "Cash funding",
  type_041: "Negative set-off",
  type_042: "Chargeback",
  type_501: "Terminal payment",
  type_none: "No type given",
  type_other: "Type {code}",
});

/** The label of a type; an unknown code shows its number, and a missing one a label of its own. */
export function transactionTypeText(code: string | null): Message {
  if (code === null || code === "") return typeText("type_none");
  return typeText.find(`type_${code}`) ?? typeText("type_other", { code });
}

type TypeSet = {
  types: readonly string[];
  /** Only rows with this sign; undefined: money back counts against money out. */
  sign?: "credit" | "debit";
};

/**
 * Which transactions are a sale, a refund, a chargeback, a fee and a payout (docs/gateway.md, "Kinds of money"). Any other
 * type, such as funding, transfers between own accounts or purchases with the merchant's own card, is of no kind.
 */
export const moneyKinds = {
  sales: { types: ["009", "013", "016", "022", "035", "501"], sign: "credit" },
  refunds: { types: ["011", "017", "036"], sign: "debit" },
  chargebacks: { types: ["042"] },
  fees: { types: ["001", "023", "039"] },
  payouts: { types: ["003", "005"] },
} as const satisfies Record<string, TypeSet>;

export type MoneyKind = keyof typeof moneyKinds;
export const moneyKindNames = Object.keys(moneyKinds) as MoneyKind[];

/** Types of the gateway's fees. */
export const feeTypes: readonly string[] = moneyKinds.fees.types;

/** A fee is booked within this many days of what it was taken for. */
export const feeDaysApart = 31;

export function isFee(type: string | null): boolean {
  return isOneOf(feeTypes, type);
}

/** The filters of a list that shows exactly the transactions of a kind. */
export function moneyKindFilter(kind: MoneyKind): { type: string; sign?: "credit" | "debit" } {
  const { types, ...sign }: TypeSet = moneyKinds[kind];
  return { type: types.join(","), ...sign };
}

/** Whether a customer paid the merchant with it. */
export function isSale({ type, sign }: { type: string | null; sign: string }): boolean {
  return sign === moneyKinds.sales.sign && isOneOf(moneyKinds.sales.types, type);
}

/** Reserves an amount on a card. */
const reservationTypes = ["015", "018"];

export function isReservation({ type, sign }: { type: string | null; sign: string }): boolean {
  return sign === "credit" && isOneOf(reservationTypes, type);
}

/** A reversal whose amount is held, so that the customer does not have it back yet. */
const heldReversalType = "037";
/** The gateway's own bookings that give a payment back. */
const reversalTypes = ["036", heldReversalType];
/** Takes back a reversal. */
const releaseTypes = ["038"];

/** Bookings under a sale's reference that change how much of it was given back. */
export const givenBackTypes: readonly string[] = [
  ...new Set([...moneyKinds.refunds.types, ...reversalTypes, ...releaseTypes, ...moneyKinds.chargebacks.types]),
];

export function isChargeback(type: string | null): boolean {
  return isOneOf(moneyKinds.chargebacks.types, type);
}

export function isHeldReversal(type: string | null): boolean {
  return type === heldReversalType;
}

export function isReversal(type: string | null): boolean {
  return isOneOf(reversalTypes, type);
}

/** Whether a booking is a reversal or takes one back. */
export function isReversalOrRelease(type: string | null): boolean {
  return isReversal(type) || isOneOf(releaseTypes, type);
}

type TransactionGroup = "fee" | "refund" | "reversal" | "chargeback" | "payout";

/** What a booking that is no sale is about; undefined for transfers and for types that nobody knows. */
export function transactionGroup(type: string | null): TransactionGroup | undefined {
  if (isReversal(type)) return "reversal";
  if (isFee(type)) return "fee";
  if (isOneOf(moneyKinds.refunds.types, type)) return "refund";
  if (isOneOf(moneyKinds.payouts.types, type)) return "payout";
  return isOneOf(moneyKinds.chargebacks.types, type) ? "chargeback" : undefined;
}

const moneyBackGroups = ["refund", "reversal", "chargeback"] as const;

/** What a booking that gives a customer's money back is about; undefined for every other. */
export function moneyBackGroup({ type, sign }: { type: string | null; sign: string }) {
  const group = sign === "debit" ? transactionGroup(type) : undefined;
  return moneyBackGroups.find((known) => known === group);
}

function isOneOf(types: readonly string[], type: string | null): boolean {
  return type !== null && types.includes(type);
}
