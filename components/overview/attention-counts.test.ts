import { inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyEndpoint } from "#lib/db/schema/notification.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { summariseSync } from "#lib/services/ledger-sync/summarise-sync.ts";
import { listMerchantPage } from "#lib/services/merchants/list-merchants.ts";
import { setMerchantGroup } from "#lib/services/merchants/merchant-groups.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { targetOf } from "./attention-target.ts";
import { overviewLinks } from "./overview-links.ts";

const slugs = ["well", "refused-1", "refused-2", "refused-3", "down-1", "down-2"];
let fixture: TestFixture;
beforeAll(async () => {
  const merchants = slugs.map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" }));
  const pair = { partnerId: "p", applicationId: "a", clientId: "client_1", clientSecret: "secret_1" };
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
  const { db, vault } = fixture.ctx();
  await saveIntegration(db, vault, { id: environment, baseUrl: "http://127.0.0.1:9", ...pair, by: "test" });
  await fail("refused", "merchant_refused");
  await fail("down", "gateway_down");
  // Needs attention, but no sync of it failed.
  const { id: merchantId } = await fixture.merchant("well");
  await db.insert(notifyEndpoint).values({ id: "bare", environment, merchantId, sid: "1", createdBy: "test" });
  const north = { merchants: ["refused-1", "refused-2", "down-1", "down-2", "well"], group: "North" };
  await setMerchantGroup(fixture.ctx(), { environment, input: north });
});
afterAll(() => fixture.drop());

async function fail(kind: string, code: string): Promise<void> {
  const { db } = fixture.ctx();
  const own = slugs.filter((slug) => slug.startsWith(kind));
  const ids = db.select({ id: merchant.id }).from(merchant).where(inArray(merchant.slug, own));
  await db
    .update(ledgerSync)
    .set({ problem: { code, message: "No." } })
    .where(inArray(ledgerSync.merchantId, ids));
}

async function listed(input: Record<string, string>): Promise<string[]> {
  const { items } = await listMerchantPage(fixture.ctx(), { environment, input });
  return items.map(({ slug }) => slug);
}

test.each([
  [null, { sign_in_failed: 3, sync_failed: 2 }],
  ["North", { sign_in_failed: 2, sync_failed: 2 }],
])("failed syncs of the group %s are counted once, as many as the list that their button opens", async (group, expected) => {
  const input = group === null ? {} : { group };
  const { attention } = await getOverview(fixture.ctx(), { environment, merchant: null, input });
  const scope = { environment, merchant: null };
  const links = overviewLinks(scope, { from: "2026-03-01", to: "2026-03-31", group });
  const found = attention.filter(({ kind }) => kind in expected);
  expect(Object.fromEntries(found.map(({ kind, count }) => [kind, count]))).toEqual(expected);
  for (const item of found) {
    const { href } = targetOf(item, { scope, group, links, isAdmin: true });
    const search = Object.fromEntries(new URL(href, "https://desk.example").searchParams);
    expect(await listed(search)).toHaveLength(item.count);
  }
});

test("both together are the failed syncs that the line of the sync counts and opens", async () => {
  const { attention } = await summariseSync(fixture.ctx(), { environment, merchantIds: null });
  const both = [...(await listed({ status: "sign_in_failed" })), ...(await listed({ status: "sync_failed_otherwise" }))];
  expect(await listed({ status: "sync_failed" })).toEqual(both.toSorted());
  expect([both.length, attention]).toEqual([5, 5]);
});
