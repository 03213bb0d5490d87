import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Overview } from "#lib/contract/overview.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantPage } from "#lib/services/merchants/list-merchants.ts";
import { setMerchantGroup } from "#lib/services/merchants/merchant-groups.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { targetOf } from "./attention-target.ts";
import { overviewLinks } from "./overview-links.ts";

const five = [1, 2, 3, 4, 5];
const unread = five.map((at) => `unread-${at}`);
const failing = five.map((at) => `failing-${at}`);
const never = ["never"];
const whole = ["whole"];
const today = new Date().toISOString().slice(0, 10);
const scope = { environment, merchant: null };

let fixture: TestFixture;
beforeAll(async () => {
  const merchants = [...unread, ...failing, ...never, ...whole].map((slug) => ({
    ...{ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" },
  }));
  const pair = { partnerId: "p", applicationId: "a", clientId: "client_1", clientSecret: "secret_1" };
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
  const { db, vault } = fixture.ctx();
  await saveIntegration(db, vault, { id: environment, baseUrl: "http://127.0.0.1:9", ...pair, by: "test" });
  const read = { recentReadAt: new Date(), historyReadAt: new Date() };
  await set([...failing, ...whole], read);
  await set(failing, { problem: { code: "gateway_down", message: "No." } });
  await set(unread, { ...read, historyReadAt: null });
  const north = { merchants: ["unread-1", "never", "failing-1"], group: "North" };
  await setMerchantGroup(fixture.ctx(), { environment, input: north });
});
afterAll(() => fixture.drop());

async function set(slugs: readonly string[], change: Partial<typeof ledgerSync.$inferInsert>): Promise<void> {
  const { db } = fixture.ctx();
  const ids = db.select({ id: merchant.id }).from(merchant).where(inArray(merchant.slug, slugs));
  await db.update(ledgerSync).set(change).where(inArray(ledgerSync.merchantId, ids));
}

/** How many merchants the overview says are not fully synced, and those of the list that it links to. */
async function followLink(input: Record<string, string>): Promise<{ count: number | undefined; listed: string[] }> {
  const { attention, ...days }: Overview = await getOverview(fixture.ctx(), { environment, merchant: null, input });
  const item = attention.find(({ kind }) => kind === "not_synced");
  if (!item) return { count: undefined, listed: [] };
  const group = input.group ?? null;
  const { href } = targetOf(item, { scope, group, links: overviewLinks(scope, { ...days, group }), isAdmin: true });
  const search = Object.fromEntries(new URL(href, "https://desk.example").searchParams);
  const { items } = await listMerchantPage(fixture.ctx(), { environment, input: search });
  return { count: item.count, listed: items.map(({ slug }) => slug).toSorted() };
}

test("of many merchants, those with unread days are counted, without those whose sync fails, and listed", async () => {
  expect(await followLink({})).toEqual({ count: 6, listed: [...never, ...unread] });
  expect(await followLink({ from: today, to: today })).toEqual({ count: 1, listed: never });
});

test("of a few merchants, those whose days were not all read are counted and listed", async () => {
  expect(await followLink({ group: "North" })).toEqual({ count: 2, listed: ["never", "unread-1"] });
});

test("nothing is said where all days are read", async () => {
  await set([...unread, ...never], { recentReadAt: new Date(), historyReadAt: new Date() });
  expect(await followLink({})).toEqual({ count: undefined, listed: [] });
});
