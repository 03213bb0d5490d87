import type { Clock } from "#lib/core/clock.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { RowSealer } from "#lib/db/transactions/sealed-transaction.ts";
import type { CallPace, MerchantGateway } from "#lib/gateway/index.ts";

/** Whose ledger, where from and where to. */
export type LedgerSource = {
  db: Database;
  vault: RowSealer;
  clock: Clock;
  merchant: { id: string; slug: string; environment: string };
  gateway: Pick<MerchantGateway, "listAccounts" | "readTransactions" | "listing" | "recordFact">;
  /** The zone the gateway's days and times are in. */
  zone: string;
  /** Of a reading that nobody waits for. */
  pace?: CallPace | undefined;
  /** Called with rows that were not stored before, after their commit; it must not throw. */
  onNewRows?: (rows: readonly NewTransaction[]) => Promise<void>;
};
