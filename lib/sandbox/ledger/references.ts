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
  return `${profile.slug.slice(0, 2).toUpperCase()}-${2026_0000 + event}`;
}

/**
 * The event's payment reference in the merchant's style, none for payouts and commissions. Eight of its digits are the
 * event's number, scrambled: `findEventNumber` reads it back, so any reference finds its rows at once.
 */
export function toReference(profile: MerchantProfile, event: number, kind: EventKind): string | null {
  if (kind === "P" || kind === "M") return null;
  const digits = scramble(event);
  if (profile.oddReferences && kind === "R") return `RF/${digits} ${letters(profile, event)}`;
  if (kind === "O" && profile.referenceStyle === "trnref") return `${profile.number}${digits}`;
  return `POSA${digits}${letters(profile, event)}`;
}

/** The event a reference may stand for; the caller compares with what that event really carries. */
export function findEventNumber(profile: MerchantProfile, reference: string): number | undefined {
  const match = /^(?:POSA(\d{8})[A-Z]{4}|RF\/(\d{8}) [A-Z]{4}|(\d{9,10}))$/.exec(reference);
  const prefix = String(profile.number);
  const own = match?.[3]?.startsWith(prefix) ? match[3].slice(prefix.length) : undefined;
  return unscramble(match?.[1] ?? match?.[2] ?? own);
}

/** The request id of payouts and transfers. */
export function toRuid(profile: MerchantProfile, event: number, kind: EventKind): string | null {
  return kind === "P" || kind === "T" ? `RU-${profile.number}-${scramble(event)}-${letters(profile, event)}` : null;
}

export function findRuidEvent(profile: MerchantProfile, ruid: string): number | undefined {
  const match = /^RU-(\d+)-(\d{8})-[A-Z]{4}$/.exec(ruid);
  return match?.[1] === String(profile.number) ? unscramble(match[2]) : undefined;
}

function scramble(event: number): string {
  return String((BigInt(event + 1) * spread) % modulus).padStart(8, "0");
}

function unscramble(digits: string | undefined): number | undefined {
  if (digits === undefined || digits.length !== 8) return undefined;
  return Number((BigInt(digits) * unspread) % modulus) - 1;
}

function letters(profile: MerchantProfile, event: number): string {
  return [20, 21, 22, 23].map((at) => alphabet[hash32(profile.number, event, at) % alphabet.length]).join("");
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
