import { isDeepStrictEqual } from "node:util";
import type { Account } from "#lib/gateway/records.ts";
import type { LedgerSource } from "./ports.ts";
import { readingMemory } from "./reading-memory.ts";

/** A new account has no past: rows of its first minute are read a minute later. */
const freshMs = 60_000;

/** The merchant's accounts, cached for at most a minute and for the profile in use. */
export async function knownAccounts({ gateway, merchant, clock }: LedgerSource): Promise<Account[]> {
  const known = readingMemory().accounts.get(merchant.id);
  const { listing } = gateway;
  const isFresh = known && clock.now() - known.readAtMs < freshMs;
  if (isFresh && isDeepStrictEqual(known.listing, listing)) return known.accounts;
  const readAtMs = clock.now();
  const accounts = await gateway.listAccounts();
  readingMemory().accounts.set(merchant.id, { accounts, readAtMs, listing });
  return accounts;
}
