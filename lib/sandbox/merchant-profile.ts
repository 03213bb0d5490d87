import type { Rhythm } from "./ledger/calendar.ts";

export type ProfileAccount = {
  accountNumber: string;
  iban: string;
  currency: string;
  name: string;
  weight: number;
  isReserve: boolean;
};

/** A terminal; one that is not `enabled` answers payments with the bare 403 seen on the real gateway. */
export type ProfileTerminal = {
  terminalId: string;
  serialNumber: string;
  model: string;
  currency: string;
  name: string;
  outlet: string;
  enabled: boolean;
};

/**
 * How a merchant's references are made: `terminal` is "POSA" with digits and letters; `trnref` equals the
 * notification's IPC_Trnref; `order` is of its own kind, and the order id stands in reference_number.
 */
export type ReferenceStyle = "terminal" | "trnref" | "order";

/** One merchant's life: everything its ledger is computed from. */
export type MerchantProfile = {
  slug: string;
  name: string;
  legalName: string;
  /** Number of the merchant: its place in row ids, its chance and its 15-digit SID. */
  number: number;
  sid: string;
  descriptor: string;
  /** Of a described merchant its part of all ledger rows, the rest of 1 is the first one's; of a computed one its weight. */
  share: number;
  /** Made from its number alone, not described in profiles/. */
  isComputed: boolean;
  accounts: readonly [ProfileAccount, ...ProfileAccount[]];
  terminals: readonly ProfileTerminal[];
  online: boolean;
  referenceStyle: ReferenceStyle;
  /** Refunds carry references with a slash and a space, which are legal and must survive a path. */
  oddReferences: boolean;
  latencyMs: number;
  refused: boolean;
  /** Groups of 20 rows as event letters (ledger/event-kinds.ts); one is drawn for each group. */
  templates: readonly [string, ...string[]];
  /** Least and greatest usual sale in minor units of the first account's currency. */
  amounts: readonly [number, number];
  texts: readonly [string, ...string[]];
  rhythm: Rhythm;
};

/** The account that payments in this currency are booked on. */
export function accountFor({ accounts }: MerchantProfile, currency: string): ProfileAccount | undefined {
  return accounts.find((account) => account.currency === currency);
}
