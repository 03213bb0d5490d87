import { sql } from "drizzle-orm";
import type { Database, Transaction } from "./open-store.ts";

/** Runs `work` in a transaction with an advisory lock of this number, which one caller over all processes can hold. */
export function withTransactionLock<Result>(
  db: Database,
  lock: number,
  work: (tx: Transaction) => Promise<Result>,
): Promise<Result> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${lock})`);
    return work(tx);
  });
}
