import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { dropLedgerLease, takeLedgerLease } from "#lib/store/ledger-reads.ts";
import type { LedgerSource } from "./ports.ts";

const leaseLifeMs = 20_000;
const leasePollMs = 200;

/** Does the work while nobody else reads the merchant's ledger, in any process; not at all once it is not needed. */
export async function underLedgerLease<Value>(
  { db, merchant }: Pick<LedgerSource, "db" | "merchant">,
  { work, isNeeded }: { work: () => Promise<Value>; isNeeded: () => Promise<boolean> },
): Promise<Value | undefined> {
  const lease = { merchantId: merchant.id, holder: randomUUID() };
  while (!(await takeLedgerLease(db, { ...lease, lifeMs: leaseLifeMs }))) {
    await sleep(leasePollMs);
    if (!(await isNeeded())) return undefined;
  }
  const beat = setInterval(() => {
    takeLedgerLease(db, { ...lease, lifeMs: leaseLifeMs }).catch(() => {});
  }, leaseLifeMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await dropLedgerLease(db, lease);
  }
}
