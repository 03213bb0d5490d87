import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { ensureLedgerRead } from "#lib/ledger-sync/ensure-ledger-read.ts";
import { readingMemory } from "#lib/ledger-sync/reading-memory.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";
import { probeGateway } from "./probe-gateway.ts";
import { openProfileFixture, type ProfileFixture } from "./testing/profile-fixture.ts";

const slug = "zum-anker";
let of: ProfileFixture;
let known: Set<string> | undefined;
beforeAll(async () => {
  of = await openProfileFixture({ transactions: 4_000, slugs: [slug] });
  known = await read({});
});
afterAll(() => of.fixture.drop());

/** Probes a gateway with these settings, then reads its whole ledger into an empty database. Returns the ids of its rows. */
async function read(settings: Partial<SandboxSettings>, { isSecond = false } = {}): Promise<Set<string>> {
  const { ctx, fixture } = of;
  const merchant = await fixture.merchant(slug);
  await deleteEnvironment(ctx.db, environment);
  await of.play(settings);
  ctx.gateways.reload(environment);
  await probeGateway(ctx, { environment, merchant: undefined, requestedBy: "a person" });
  ctx.gateways.reload(environment);
  readingMemory().pages.clear();
  readingMemory().accounts.clear();
  await fixture.control("reset-stats", {});
  const gateway = await ctx.gateways.forMerchant(merchant);
  const { zone } = await ctx.gateways.environment(environment);
  const state = await ensureLedgerRead({ ...ctx, merchant, gateway, zone }, { budgetMs: 60_000 });
  // Without a total, last pages that are exactly full prove no end; which are full, the day decides. Pages of another size are not.
  if (!state.isComplete && settings.pagingFacts === false && !settings.ignorePage && !isSecond) {
    expect(state.problem?.code).toBe("ledger_incomplete");
    return read({ ...settings, pageSizeMax: (settings.pageSizeMax ?? 100) - 1 }, { isSecond: true });
  }
  expect([state.isComplete, state.problem?.code]).toEqual([true, undefined]);
  const rows = await listTransactionRows(ctx.db, { environment, merchantIds: [merchant.id], order: "oldest", limit: 5_000 });
  return new Set(rows.map(({ id }) => id));
}

const slow = { meta: { slow: "Probes a gateway, then reads its whole ledger over HTTP into a store." } };
const readings = Object.entries(sandboxReadings).map(([name, settings]) => ({
  name,
  settings: settings as Partial<SandboxSettings>,
}));
/** One setting each for pages, dates and accounts. */
const briefly: ReadonlySet<string> = new Set(["page-ignored", "dates-in-utc-minus-5", "account-demanded"]);

describe("after a probe the whole ledger is read and known to be complete, without extra calls, where the gateway reads", () => {
  for (const { name, settings } of readings) {
    test(name, { ...slow, tags: briefly.has(name) ? [] : ["long"] }, async () => {
      expect(await read(settings)).toEqual(known);
      const size = settings.pageSizeMax ?? 100;
      const pages = Math.ceil((known?.size ?? 0) / size);
      // Where only the first page is returned, days are halved until one page is enough.
      const most = settings.ignorePage ? 8 * pages + 40 : 2 * pages + 20;
      expect(await of.callsOf(["transactions"])).toBeLessThanOrEqual(most);
    });
  }
});
