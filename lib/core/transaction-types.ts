/** Labels of the gateway's three-digit transaction type codes. */
const names: ReadonlyMap<string, string> = new Map([
  ["001", "Fee"],
  ["002", "Cash withdrawal"],
  ["003", "Outgoing bank transfer"],
  ["004", "Balance transfer"],
  ["005", "E-money redemption"],
  ["006", "Account funding"],
  ["007", "Original credit"],
  ["008", "Purchase at a terminal"],
  ["009", "Online purchase"],
  ["010", "Internal transfer"],
  ["011", "Refund"],
  ["012", "Money request"],
  ["013", "Payment"],
  ["014", "Direct debit"],
  ["015", "Pre-authorisation"],
  ["016", "Payment by mail or phone"],
  ["017", "Refund by mail or phone"],
  ["018", "Pre-authorisation by mail or phone"],
  ["019", "ATM deposit"],
  ["022", "Contactless payment"],
  ["023", "ATM surcharge"],
  ["024", "Withdrawal"],
  ["026", "Utility bill"],
  ["035", "Payment request"],
  ["036", "Payment return"],
  ["037", "Reversal with hold"],
  ["038", "Release of a reversal"],
  ["039", "Commission"],
  ["040", "Cash funding"],
  ["041", "Negative set-off"],
  ["042", "Chargeback"],
  ["501", "Payment at a terminal"],
]);

/** The label of a type; an unknown code shows its number, and a missing one a label of its own. */
export function transactionTypeName(code: string | null): string {
  if (code === null || code === "") return "No type given";
  return names.get(code) ?? `Type ${code}`;
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

/** The filters of a list that shows exactly the transactions of a kind. */
export function moneyKindFilter(kind: MoneyKind): { type: string; sign?: "credit" | "debit" } {
  const { types, ...sign }: TypeSet = moneyKinds[kind];
  return { type: types.join(","), ...sign };
}

/** Whether a customer paid the merchant with it. */
export function isSale({ type, sign }: { type: string | null; sign: string }): boolean {
  return sign === moneyKinds.sales.sign && isOneOf(moneyKinds.sales.types, type);
}

/** The gateway's own bookings that give a payment back. */
const reversalTypes = ["036", "037"];

/** What a booking that is no sale is about; undefined for transfers and for types that nobody knows. */
export function transactionGroup(type: string | null): "fee" | "refund" | "reversal" | "chargeback" | undefined {
  if (isOneOf(reversalTypes, type)) return "reversal";
  if (isOneOf(moneyKinds.fees.types, type)) return "fee";
  if (isOneOf(moneyKinds.refunds.types, type)) return "refund";
  return isOneOf(moneyKinds.chargebacks.types, type) ? "chargeback" : undefined;
}

function isOneOf(types: readonly string[], type: string | null): boolean {
  return type !== null && types.includes(type);
}
