import type { World } from "../world.ts";

/** What takes money back: the reversal of a payment, the refund of an order. The key is the payment's or order's id. */
type DebitKind = "reversal-debit" | "refund-debit";

/** How long after it was planned a debit counts as interrupted. */
const graceMs = 30_000;
const leaseMs = 30_000;
const atOnce = 20;

/** Plans a debit before the state changes that it belongs to, so that a crash between the two does not lose it. */
export async function planDebit({ storage, now }: World, kind: DebitKind, id: string): Promise<void> {
  await storage.insert({ kind, key: id, group: "", at: now() + graceMs, tag: "", value: null });
}

/** Once it is booked. What is planned and then refused is left to `bookDueDebits`: another call may be booking it. */
export function endPlannedDebit({ storage }: World, kind: DebitKind, id: string): Promise<void> {
  return storage.remove(kind, id);
}

/** Books what a crash left; `book` does nothing where the state did not change. */
export async function bookDueDebits(world: World, kind: DebitKind, book: (id: string) => Promise<void>): Promise<void> {
  for (const { key } of await world.storage.claimDue(kind, { now: world.now(), leaseMs, limit: atOnce })) {
    await book(key);
    await endPlannedDebit(world, kind, key);
  }
}
