import { chance, hash32, pick } from "../ledger/hash.ts";
import type { MerchantProfile, ProfileAccount, ProfileTerminal } from "../merchant-profile.ts";
import { quarters, type Town, type Trade, towns, trades } from "./computed-words.ts";
import { account, reserve, sid, terminal, usual } from "./profile-parts.ts";

/** The greatest number of merchants the sandbox knows. */
export const merchantsMax = 10_000;

// A prime that divides none of the three lists' lengths: every number gets another combination of words.
const spread = 7_919;
/** One in so many never sells anything, as a merchant that signed up yesterday. */
const idleOneIn = 20;
const weightMax = 150;

/** The profile of a merchant beyond the ten described ones: the same for the same number for ever, and stored nowhere. */
export function computeProfile(number: number): MerchantProfile {
  const place = (number * spread) % (trades.length * quarters.length * towns.length);
  const trade = itemAt(trades, place);
  const quarter = itemAt(quarters, Math.floor(place / trades.length));
  const town = itemAt(towns, Math.floor(place / trades.length / quarters.length));
  const name = `${quarter} ${trade.name}, ${town.name}`;
  return {
    ...usual,
    ...trade,
    slug: `${toSlug(trade.name)}-${toSlug(town.name)}-${number}`,
    name,
    legalName: `${name} Ltd`,
    number,
    sid: sid(number),
    descriptor: `${trade.name} ${town.name}`.toUpperCase().slice(0, 25),
    share: shareOf(number),
    isComputed: true,
    referenceStyle: trade.online ? pick(["order", "trnref"], hash32(number, 1, 90)) : "terminal",
    accounts: accountsOf(number, town, trade),
    terminals: trade.online ? [] : terminalsOf(number, town, quarter),
  };
}

/** A computed merchant's number stands at the end of its slug; undefined for any other text. */
export function computedNumber(slug: string): number | undefined {
  const digits = slug.slice(slug.lastIndexOf("-") + 1);
  return /^[1-9]\d{0,4}$/.test(digits) ? Number(digits) : undefined;
}

/** A few sell a hundred times as much as most. */
function shareOf(number: number): number {
  if (hash32(number, 2, 90) % idleOneIn === 0) return 0;
  return Math.min(weightMax, (1 - chance(hash32(number, 3, 90))) ** -0.8);
}

function accountsOf(number: number, { country, currency }: Town, trade: Trade): readonly [ProfileAccount, ...ProfileAccount[]] {
  const numberOf = (index: number) => String(50_000_000_000 + (number - 1) * 100 + index);
  const main = account(numberOf(1), toIban(country, numberOf(1)), currency, "Main account", 4);
  const second = numberOf(2);
  const foreign = currency === "GBP" ? "EUR" : "GBP";
  const kind = hash32(number, 4, 90) % 8;
  if (kind === 0) return [main, reserve(second, toIban(country, second), currency, "Reserve")];
  return kind === 1 && trade.online ? [main, account(second, toIban(country, second), foreign, "Customers abroad")] : [main];
}

function terminalsOf(number: number, { name, currency }: Town, quarter: string): ProfileTerminal[] {
  const names = hash32(number, 5, 90) % 3 === 0 ? ["Till 1", "Till 2"] : ["Till"];
  return names.map((till, index) =>
    terminal(String(81_000_001 + (number - 1) * 100 + index), currency, `${quarter}, ${name}`, till),
  );
}

/** With the check digits of ISO 7064, as any form that takes an IBAN asks. */
function toIban(country: string, accountNumber: string): string {
  const bban = `MPOS990390${accountNumber.slice(-8)}`;
  let remainder = 0;
  for (const sign of `${bban}${country}00`) {
    const value = Number.parseInt(sign, 36);
    remainder = (remainder * (value < 10 ? 10 : 100) + value) % 97;
  }
  return `${country}${String(98 - remainder).padStart(2, "0")}${bban}`;
}

function toSlug(name: string): string {
  return name.toLowerCase().replaceAll(" ", "-");
}

function itemAt<Item>(items: readonly Item[], place: number): Item {
  const item = items[place % items.length];
  if (item === undefined) throw new Error("A list of words is empty.");
  return item;
}
