import type { Clock } from "#lib/core/clock.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import type { RowSealer } from "#lib/db/transactions/sealed-transaction.ts";
import type { CallPace, MerchantGateway } from "#lib/gateway/types.ts";

/** The merchant, the gateway and the database of a ledger. */
export type LedgerSource = {
  db: Database;
  vault: RowSealer;
  clock: Clock;
  merchant: { id: string; slug: string; environment: string };
  gateway: Pick<MerchantGateway, "listAccounts" | "readTransactions" | "listing" | "recordFact">;
  /** The zone of the gateway's days and times. */
  zone: string;
  /** For background readings. */
  pace?: CallPace | undefined;
  /** Called with new rows after their commit; it must not throw. */
  onNewRows?: (rows: readonly NewTransaction[]) => Promise<void>;
};
