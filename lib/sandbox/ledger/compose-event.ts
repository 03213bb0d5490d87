import { currencyExponent } from "../../core/currency.ts";
import { formatDecimal } from "../../core/money.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import type { EventKind, Sign } from "./event-kinds.ts";
import { chance, hash32, pick } from "./hash.ts";
import { type LedgerRow, toWireTime } from "./ledger-row.ts";

type Event = {
  profile: MerchantProfile;
  event: number;
  kind: EventKind;
  offset: number;
  type: string;
  sign: Sign;
  atMs: number;
  account: number;
  id: number;
};

// The largest prime below 10^8: multiplying by the first and then the second number comes back to where it began.
const modulus = 99_999_989;
const spread = 48_271n;
const unspread = inverse(spread, BigInt(modulus));

const inTerminal: ReadonlySet<EventKind> = new Set(["S", "N", "K"]);
const online: ReadonlySet<EventKind> = new Set(["O"]);

/** Minor units of EUR 0.01 in other currencies, roughly, so that a bill in yen looks like a bill. */
const scale: Record<string, number> = { JPY: 1.6, KWD: 3.3, BGN: 1.96, RON: 5, GBP: 0.85, CHF: 0.95 };

export function composeEvent(event: Event): LedgerRow {
  const { profile, kind, offset, atMs, type, sign, id } = event;
  const account = profile.accounts[event.account] ?? profile.accounts[0];
  const saleMinor = saleAmount(profile, event.event, account.currency);
  const isFee = type === "001";
  const minor = isFee ? Math.max(1, Math.round(saleMinor * 0.0125)) : saleMinor;
  const amount = Number(formatDecimal({ amountMinor: minor, currency: account.currency }));
  const terminal = inTerminal.has(kind)
    ? profile.terminals[hash32(profile.number, event.event, 5) % Math.max(1, profile.terminals.length)]
    : undefined;
  const hasCard = !isFee && (inTerminal.has(kind) || online.has(kind) || kind === "R");
  const text = pick(profile.texts, hash32(profile.number, event.event, 6));
  const order = online.has(kind) || kind === "R" ? toOrderId(profile, event.event) : null;
  return {
    id,
    date: toWireTime(atMs),
    payment_reference: kind === "T" && offset === 1 ? null : toReference(profile, event.event, kind),
    transaction_type: type,
    transaction_currency: account.currency,
    transaction_amount: sign === "Debit" ? -amount : amount,
    original_currency: account.currency,
    original_amount: amount,
    sign,
    reference_number: isFee ? null : (order ?? (event.event % 3 === 0 ? `INV-${1_000 + event.event}` : null)),
    reference_number_type: isFee ? "None" : "ReferenceNumber",
    terminal_id: terminal?.terminalId ?? null,
    serial_number: terminal?.serialNumber ?? null,
    account_number: account.accountNumber,
    ruid: null,
    billing_descriptor: isFee ? null : profile.descriptor,
    pan: hasCard ? `*${String(hash32(profile.number, event.event, 7) % 10_000).padStart(4, "0")}` : null,
    description: describe({ text, kind, isFee, profile, terminalId: terminal?.terminalId, stan: stanOf(profile, event.event) }),
  };
}

function saleAmount(profile: MerchantProfile, event: number, currency: string): number {
  const [least, most] = profile.amounts;
  const share = chance(hash32(profile.number, event, 3));
  const euroMinor = least + (most - least) * share * share;
  const minor = Math.round(euroMinor * (scale[currency] ?? 1));
  return currencyExponent(currency) === 3 ? Math.round(minor / 5) * 5 : minor;
}

function stanOf(profile: MerchantProfile, event: number): string {
  return String((hash32(profile.number, event, 8) % 999_999) + 1).padStart(6, "0");
}

type Description = {
  text: string;
  kind: EventKind;
  isFee: boolean;
  profile: MerchantProfile;
  terminalId: string | undefined;
  stan: string;
};

function describe({ text, kind, isFee, profile, terminalId, stan }: Description): string | null {
  if (isFee) return "Transaction fee";
  if (terminalId) return `${profile.descriptor} - ${stan} / Payment on TID ${terminalId}, ${text}`;
  if (kind === "F" || kind === "M") return null;
  return text;
}

/** The order a shop gave an online sale. */
export function toOrderId(profile: MerchantProfile, event: number): string {
  return `${profile.slug.slice(0, 2).toUpperCase()}-${2026_0000 + event}`;
}

/** The event's payment reference in the merchant's style; `findEventNumber` reads it back. */
export function toReference(profile: MerchantProfile, event: number, kind: EventKind): string {
  const digits = String((BigInt(event + 1) * spread) % BigInt(modulus)).padStart(8, "0");
  if (profile.oddReferences && kind === "R") return `RF/${digits} ${letters(profile, event)}`;
  if (online.has(kind) && profile.referenceStyle === "trnref") return `${profile.number}${digits}`;
  return `POSA${digits}${letters(profile, event)}`;
}

function letters(profile: MerchantProfile, event: number): string {
  const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ";
  return Array.from({ length: 4 }, (_, at) => alphabet[hash32(profile.number, event, 20 + at) % alphabet.length]).join("");
}

export function findEventNumber(profile: MerchantProfile, reference: string): number | undefined {
  const match = /^(?:POSA(\d{8})[A-Z]{4}|RF\/(\d{8}) [A-Z]{4}|(\d{9,10}))$/.exec(reference);
  const own = match?.[3]?.startsWith(String(profile.number)) ? match[3].slice(String(profile.number).length) : undefined;
  const digits = match?.[1] ?? match?.[2] ?? own;
  if (digits === undefined || digits.length !== 8) return undefined;
  return Number((BigInt(digits) * unspread) % BigInt(modulus)) - 1;
}

function inverse(value: bigint, prime: bigint): bigint {
  let result = 1n;
  let base = value % prime;
  for (let power = prime - 2n; power > 0n; power >>= 1n) {
    if (power & 1n) result = (result * base) % prime;
    base = (base * base) % prime;
  }
  return result;
}
