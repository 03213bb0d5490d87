import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { acquireLedgerLease, dropLedgerLease } from "#lib/db/ledger-sync/ledger-reads.ts";
import { noteWaitedFor } from "#lib/db/ledger-sync/ledger-sync.ts";
import type { LedgerSource } from "./ports.ts";

const leaseLifeMs = 20_000;
const leasePollMs = 200;

/** Runs the work under the merchant's ledger lease, exclusive across processes; skips it once it is no longer needed. */
export async function underLedgerLease<Value>(
  { db, merchant, pace }: Pick<LedgerSource, "db" | "merchant" | "pace">,
  { work, isNeeded }: { work: () => Promise<Value>; isNeeded: () => Promise<boolean> },
): Promise<Value | undefined> {
  const lease = { merchantId: merchant.id, holder: randomUUID() };
  while (!(await acquireLedgerLease(db, { ...lease, lifeMs: leaseLifeMs }))) {
    // Where the background of another process is reading it, asks that one to hurry.
    if (!pace) await noteWaitedFor(db, merchant.id);
    await sleep(leasePollMs);
    if (!(await isNeeded())) return undefined;
  }
  const beat = setInterval(() => {
    acquireLedgerLease(db, { ...lease, lifeMs: leaseLifeMs }).catch(() => {});
  }, leaseLifeMs / 4);
  try {
    return await work();
  } finally {
    clearInterval(beat);
    await dropLedgerLease(db, lease);
  }
}
