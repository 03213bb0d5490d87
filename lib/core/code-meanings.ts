import { isSale, transactionGroup } from "./transaction-types.ts";

const named = {
  ...{ "015": "held", "018": "held", "037": "reversal_held", "038": "reversal_released" },
  ...{ "004": "transfer", "010": "transfer", "006": "funding", "040": "funding" },
  ...{ "002": "cash", "019": "cash", "024": "cash", "008": "spending", "026": "spending" },
} as const;
const terminalTypes = ["501", "022"];
const phoneTypes = ["016"];

/** What a transaction's type means for the caller; the texts are in `messages/caller`. */
export type TypeMeaning =
  | (typeof named)[keyof typeof named]
  | NonNullable<ReturnType<typeof transactionGroup>>
  | "online"
  | "terminal"
  | "phone"
  | "other";

export function typeMeaning(row: { type: string | null; sign: string }): TypeMeaning {
  const { type } = row;
  if (type !== null && isNamed(type)) return named[type];
  if (type !== null && isSale(row)) {
    if (terminalTypes.includes(type)) return "terminal";
    return phoneTypes.includes(type) ? "phone" : "online";
  }
  return transactionGroup(type) ?? "other";
}

function isNamed(type: string): type is keyof typeof named {
  return Object.hasOwn(named, type);
}
