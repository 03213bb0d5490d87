import { randomBytes } from "node:crypto";
import { systemClock } from "#lib/core/clock.ts";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { TransactionsQuery } from "#lib/gateway/requests.ts";
import type { CallPace } from "#lib/gateway/types.ts";
import { pagedLedger } from "#lib/ledger-sync/testing/paged-ledger.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { partialGateways } from "../../testing/partial-gateways.ts";
import { createSyncScheduler, type SyncScheduler } from "../sync-scheduler.ts";

/** Background sync with gateways in memory that count requests. */
export type SyncFixture = {
  store: TestStore;
  /** Slugs in the order in which their readings began; once per reading. */
  begun: string[];
  /** Awaited by each reading before its first response. */
  gate: (merchant: MerchantRow) => Promise<void>;
  /** Thrown by the next lists of transactions while it returns an error. */
  failure: (merchant: MerchantRow, query: TransactionsQuery) => Error | undefined;
  addMerchants(environment: string, count: number): Promise<void>;
  /** A separate process with connections of its own. */
  openProcess(options?: Parameters<typeof createSyncScheduler>[1]): SyncProcess;
  parts(store?: Store): Parameters<typeof createSyncScheduler>[0];
  drop(): Promise<void>;
};

export type SyncProcess = SyncScheduler & {
  /** Closes its connections at once; it no longer reaches the database. */
  kill(): Promise<void>;
};

const log = { info: () => {}, warn: () => {}, error: () => {} };

export async function createSyncFixture(): Promise<SyncFixture> {
  const store = await createTestStore();
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const processes: { scheduler: SyncScheduler; store: Store }[] = [];

  const openLedger = (merchant: MerchantRow, pace: CallPace | undefined) => {
    const ledger = pagedLedger([]);
    ledger.gate = async () => {
      await pace?.ready();
      await fixture.gate(merchant);
    };
    ledger.failure = (query) => fixture.failure(merchant, query);
    const { listAccounts } = ledger;
    ledger.listAccounts = async () => {
      fixture.begun.push(merchant.slug);
      await ledger.gate();
      return listAccounts();
    };
    return ledger;
  };
  const gateways = partialGateways({ forMerchant: openLedger });
  const fixture: SyncFixture = {
    store,
    begun: [],
    gate: async () => {},
    failure: () => undefined,
    async addMerchants(environment, count) {
      await store.pool.query(
        `insert into environment (id, base_url, partner_id, application_id, client_id, client_secret, credential_fingerprint,
           credential_set_by, updated_by) values ($1, '', '', '', '', '', '', '', '')`,
        [environment],
      );
      await store.pool.query(
        `insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
         select $1, $1 || '-' || n, '', '', '', '', '' from generate_series(1, $2::int) n`,
        [environment, count],
      );
    },
    parts: (own = store) => ({ db: own.db, vault, clock: systemClock, log, gateways }),
    openProcess(options) {
      const own = openStore({ url: store.url, connectionsMax: 4 });
      const scheduler = createSyncScheduler(fixture.parts(own), {
        callsPerSecond: 10_000,
        idleMs: 20,
        isReachable: async () => true,
        ...options,
      });
      processes.push({ scheduler, store: own });
      scheduler.start();
      return { ...scheduler, kill: () => own.close() };
    },
    async drop() {
      fixture.gate = async () => {};
      for (const { scheduler } of processes) await scheduler.stop().catch(() => {});
      for (const { store: own } of processes) await own.close().catch(() => {});
      await store.drop();
    },
  };
  return fixture;
}
