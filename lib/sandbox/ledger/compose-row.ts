import { currencyExponent } from "#lib/core/currency.ts";
import { formatDecimal } from "#lib/core/money.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import type { EventKind, Sign } from "./event-kinds.ts";
import { feeMinor } from "./fee.ts";
import { chance, hash32, pick } from "./hash.ts";
import { type LedgerRow, toWireTime } from "./ledger-row.ts";
import { toOrderId, toReference, toRuid } from "./references.ts";

type RowParts = {
  profile: MerchantProfile;
  id: number;
  atMs: number;
  /** Number of the event: what all its chances come from. */
  event: number;
  kind: EventKind;
  offset: number;
  type: string;
  sign: Sign;
  account: number;
  terminal: number | null;
};

/** What one euro is worth, roughly, so that a bill in yen looks like a bill. */
const perEuro: Readonly<Record<string, number>> = { USD: 1.1, JPY: 160, KWD: 0.33, RON: 5, GBP: 0.85, CHF: 0.95 };

/** A computed row as the gateway lists it; debits negative (the settings may turn that at the very end). */
export function composeRow(parts: RowParts): LedgerRow {
  const { profile, kind, atMs, type, sign, id, event } = parts;
  const account = profile.accounts[parts.account] ?? profile.accounts[0];
  const terminal = parts.terminal === null ? undefined : profile.terminals[parts.terminal];
  const isFee = type === "001";
  const saleMinor = usualMinor(parts, account.currency);
  const minor = isFee ? feeMinor(saleMinor) : saleMinor;
  const amount = toMajor(minor, account.currency);
  const original = isFee ? undefined : foreignOriginal(parts, account.currency);
  return {
    id,
    date: toWireTime(atMs),
    payment_reference: toReference(profile, event, kind),
    transaction_type: type,
    transaction_currency: account.currency,
    transaction_amount: sign === "Debit" ? -amount : amount,
    original_currency: original?.currency ?? account.currency,
    original_amount: original?.amount ?? amount,
    sign,
    ...merchantReference(parts, isFee),
    terminal_id: terminal?.terminalId ?? null,
    serial_number: terminal?.serialNumber ?? null,
    account_number: account.accountNumber,
    ruid: toRuid(profile, event, kind),
    billing_descriptor: isFee ? null : descriptorOf(parts),
    pan: hasCard(kind) && !isFee ? `*${String(hash32(profile.number, event, 7) % 10_000).padStart(4, "0")}` : null,
    description: describe(parts, isFee, terminal?.terminalId),
  };
}

function usualMinor({ profile, event, kind }: RowParts, currency: string): number {
  const [least, most] = profile.amounts;
  const where = chance(hash32(profile.number, event, 3)) ** 2;
  const scale = kind === "P" || kind === "F" ? 30 : 1;
  const major = ((least + (most - least) * where) * scale) / 100 / (perEuro[profile.accounts[0].currency] ?? 1);
  const minor = Math.round(major * (perEuro[currency] ?? 1) * 10 ** currencyExponent(currency));
  return Math.max(1, currencyExponent(currency) === 3 ? Math.round(minor / 5) * 5 : minor);
}

/** One card sale in 32 was made in another currency than it is booked in. */
function foreignOriginal(parts: RowParts, booked: string): { currency: string; amount: number } | undefined {
  if (!"SNO".includes(parts.kind) || hash32(parts.profile.number, parts.event, 9) % 32 !== 0) return undefined;
  const currency = booked === "USD" ? "GBP" : "USD";
  return { currency, amount: toMajor(usualMinor(parts, currency), currency) };
}

function toMajor(amountMinor: number, currency: string): number {
  return Number(formatDecimal({ amountMinor, currency }));
}

function hasCard(kind: EventKind): boolean {
  return "SNOKRXBC".includes(kind);
}

function merchantReference(
  { profile, event, kind }: RowParts,
  isFee: boolean,
): Pick<LedgerRow, "reference_number" | "reference_number_type"> {
  const none = { reference_number: null, reference_number_type: "None" } as const;
  if (isFee) return none;
  if (kind === "O" && profile.referenceStyle === "order")
    return { reference_number: toOrderId(profile, event), reference_number_type: "ReferenceNumber" };
  if (kind === "K") return { reference_number: `RES ${1_000 + event}`, reference_number_type: "ReservationNumber" };
  if (!"SN".includes(kind) || event % 3 !== 0) return none;
  if (event % 9 === 0) return { reference_number: `SKU/${1_000 + event}`, reference_number_type: "ProductID" };
  return { reference_number: `INV-${1_000 + event}`, reference_number_type: "InvoiceNumber" };
}

const ownCardShops = ["LIDL 0442", "SHELL 10334", "METRO C+C", "AMZN Mktp*2K4", "OMV 1187"] as const;

function descriptorOf({ profile, event, kind }: RowParts): string | null {
  if (kind === "C") return pick([...ownCardShops], hash32(profile.number, event, 10));
  return "SNOKR".includes(kind) ? profile.descriptor : null;
}

function describe({ profile, event, kind }: RowParts, isFee: boolean, terminalId: string | undefined): string | null {
  if (isFee) return "Transaction fee";
  const text = pick(profile.texts, hash32(profile.number, event, 6));
  const stan = String((hash32(profile.number, event, 8) % 999_999) + 1).padStart(6, "0");
  if (terminalId) return `${profile.descriptor} - ${stan} / Payment on TID ${terminalId}, ${text}`;
  switch (kind) {
    case "R":
      return `Refund – ${text}`;
    case "X":
      return `Reversal of ${stan}`;
    case "B":
      return `Chargeback ${stan}: "cardholder does not recognise" \u{1F937}`;
    case "P":
      return `Payout to ${profile.accounts[0].iban}`;
    case "T":
      return "Transfer between own accounts";
    case "F":
    case "M":
      return null;
    default:
      return text;
  }
}
