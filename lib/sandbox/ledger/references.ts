import type { MerchantProfile } from "../merchant-profile.ts";
import type { EventKind } from "./event-kinds.ts";
import { hash32 } from "./hash.ts";

// The largest prime below 10^8: multiplying by the first and then the second number comes back to where it began.
const modulus = 99_999_989n;
const spread = 48_271n;
const unspread = inverse(spread, modulus);
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ";

/** The order a shop gave an online sale. */
export function toOrderId(profile: MerchantProfile, event: number): string {
  if (profile.isComputed) return `${profile.slug.slice(0, 1).toUpperCase()}${profile.number}-${2026_0000 + event}`;
  return `${profile.slug.slice(0, 2).toUpperCase()}-${2026_0000 + event}`;
}

/**
 * The event's payment reference in the merchant's style, none for payouts and commissions. Eight of its digits are the
 * event's number, scrambled: `findEventNumber` reads it back, so any reference finds its rows at once.
 */
export function toReference(profile: MerchantProfile, event: number, kind: EventKind): string | null {
  if (kind === "P" || kind === "M") return null;
  const digits = scramble(profile, event);
  if (profile.oddReferences && kind === "R") return `RF/${digits} ${letters(profile, event)}`;
  if (kind === "O" && profile.referenceStyle === "trnref") return `${profile.number}${digits}`;
  return `POSA${digits}${letters(profile, event)}`;
}

/** The event a reference may stand for; the caller compares with what that event really carries. */
export function findEventNumber(profile: MerchantProfile, reference: string): number | undefined {
  const match = /^(?:POSA(\d{8})[A-Z]{4}|RF\/(\d{8}) [A-Z]{4}|(\d{9,13}))$/.exec(reference);
  const prefix = String(profile.number);
  const own = match?.[3]?.startsWith(prefix) ? match[3].slice(prefix.length) : undefined;
  return unscramble(profile, match?.[1] ?? match?.[2] ?? own);
}

/** The request id of payouts and transfers. */
export function toRuid(profile: MerchantProfile, event: number, kind: EventKind): string | null {
  return kind === "P" || kind === "T" ? `RU-${profile.number}-${scramble(profile, event)}-${letters(profile, event)}` : null;
}

export function findRuidEvent(profile: MerchantProfile, ruid: string): number | undefined {
  const match = /^RU-(\d+)-(\d{8})-[A-Z]{4}$/.exec(ruid);
  return match?.[1] === String(profile.number) ? unscramble(profile, match[2]) : undefined;
}

/** Computed merchants count down from the end, so that none of their references is one of a described merchant. */
function scramble({ isComputed }: MerchantProfile, event: number): string {
  const place = isComputed ? modulus - BigInt(event + 1) : BigInt(event + 1);
  return String((place * spread) % modulus).padStart(8, "0");
}

function unscramble({ isComputed }: MerchantProfile, digits: string | undefined): number | undefined {
  if (digits === undefined || digits.length !== 8) return undefined;
  const place = (BigInt(digits) * unspread) % modulus;
  return Number(isComputed ? modulus - place : place) - 1;
}

/** Four letters: of a computed merchant its number, so that no two of them have a reference in common. */
function letters(profile: MerchantProfile, event: number): string {
  if (profile.isComputed) return lettersOfNumber(profile.number);
  return [20, 21, 22, 23].map((at) => alphabet[hash32(profile.number, event, at) % alphabet.length]).join("");
}

function lettersOfNumber(number: number): string {
  return [13_824, 576, 24, 1].map((unit) => alphabet[Math.floor(number / unit) % alphabet.length]).join("");
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
