import { systemClock } from "#lib/core/clock.ts";
import type { Transaction } from "#lib/gateway/records.ts";
import type { GatewayOptions, MerchantGateway } from "#lib/gateway/types.ts";
import { createMemoryStorage } from "#lib/sandbox/memory-storage.ts";
import { serveSandbox } from "#lib/sandbox/serve-sandbox.ts";
import type { SandboxSettings } from "#lib/sandbox/settings.ts";
import type { LedgerSource } from "../ports.ts";
import { createTestFixture, createTestGateways, type TestFixture } from "./test-fixture.ts";

export type ReadingFixture = {
  /** The gateway's rows, times in UTC: a few hundred, one of them of today. */
  rows: readonly Transaction[];
  /** Changes the gateway's behaviour from now on. */
  play(settings: Partial<SandboxSettings>): Promise<void>;
  /** The merchant under one of the names, in a new process that knows nothing of it. */
  open(name: string, options?: Partial<GatewayOptions>): Promise<LedgerSource & { gateway: MerchantGateway }>;
  /** Calls since the previous query. */
  callsOf(...names: string[]): Promise<number>;
  drop: TestFixture["drop"];
};

const slug = "zum-anker";
export const terminalId = "81000801";
const atOnce = { settleMinMs: 0, settleSpreadMs: 0, listingLagMs: 0 };

/**
 * One gateway, one ledger and one database with the same merchant under many names: stored rows are not shared between names.
 */
export async function createReadingFixture(names: readonly string[]): Promise<ReadingFixture> {
  const secret = "a secret for tests only, 32 characters and more";
  const base = { secret, storage: createMemoryStorage(), clock: systemClock, live: false, settings: atOnce };
  const served = await serveSandbox({ ...base, port: 0, transactions: 5_000 });
  const control = (method: "GET" | "POST" | "DELETE", name: string, body?: unknown) =>
    served.sandbox.control({ method, name, body });
  const { integration, merchants } = served.sandbox.describe();
  const { clientId = "", clientSecret = "" } = merchants.find((item) => item.slug === slug) ?? {};
  const copies = [slug, ...names].map((name) => ({ slug: name, clientId, clientSecret }));
  const upstream = { baseUrl: served.url, ...integration, merchants: copies };
  const fixture = await createTestFixture({ upstream });
  const open: ReadingFixture["open"] = async (name, options = {}) => {
    const { db, vault, clock } = fixture.ctx();
    const merchant = await fixture.merchant(name);
    const gateway = await createTestGateways({ db, vault, upstream, options }).forMerchant(merchant);
    return { db, vault, clock, merchant, gateway, zone: "UTC" };
  };
  const { gateway } = await open(slug);
  const { id } = await gateway.createPayment({ amountMinor: 1_200, currency: "EUR", terminalId });
  await gateway.getPayment(id);
  return {
    rows: await listAll(gateway),
    async play(settings) {
      await control("DELETE", "settings");
      await control("POST", "settings", settings);
    },
    open,
    async callsOf(...wanted) {
      const { calls } = (await control("GET", "stats")) as { calls: Record<string, number> };
      await control("POST", "reset-stats");
      return wanted.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
    },
    drop: async () => {
      await served.close();
      await fixture.drop();
    },
  };
}

async function listAll(gateway: MerchantGateway): Promise<Transaction[]> {
  const all = [];
  for (let page = 1; ; page++) {
    const answer = await gateway.readTransactions({ order: "asc", page });
    all.push(...answer.rows);
    if (!answer.hasNext) return all;
  }
}
