import { afterEach, beforeEach, expect, test } from "vitest";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listMerchantTransactions, listTransactions } from "./list-transactions.ts";

let upstream: TinyGateway;
let fixture: TestFixture;

beforeEach(async () => {
  upstream = await startTinyGateway();
  const merchants = [{ slug: "cafe", clientId: "cli_cafe", clientSecret: "sec_1" }];
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  // A list that waits for the gateway beyond its budget never ends.
  const options = { timeoutMs: 3_600_000 };
  fixture = await createTestFixture({ upstream: { baseUrl: upstream.url, ...pair, merchants }, options });
});

afterEach(async () => {
  await upstream.close();
  await fixture.drop();
});

const march = { from: "2026-03-01", to: "2026-03-31" };
const budgetMs = 100;

function respondWithOneRow(): void {
  const row = {
    id: 1,
    date: "2026-03-04T11:20:05",
    payment_reference: "POSA02600411",
    transaction_type: "013",
    transaction_currency: "EUR",
    transaction_amount: 18.4,
    sign: "Credit",
  };
  const page = { page: 1, page_size: 100, total_pages: 1, has_next_page: false };
  upstream.business = ({ url = "" }) => {
    const items = url.startsWith("/accounting/v1/transactions?") ? [row] : [];
    return { status: 200, body: JSON.stringify({ items, total_count: items.length, ...page }) };
  };
}

function stopResponding(): void {
  upstream.business = () => new Promise<never>(() => {});
}

test("stored rows are listed within the budget while the gateway does not respond about the other days", async () => {
  respondWithOneRow();
  await listMerchantTransactions(fixture.ctx(), { environment, merchant: "cafe", input: march });
  stopResponding();
  const input = { ...march, from: "2026-02-01" };
  const own = await listMerchantTransactions(fixture.ctx(), { environment, merchant: "cafe", input, budgetMs });
  const all = await listTransactions(fixture.ctx(), { environment, input, budgetMs });
  expect([own, all]).toMatchObject([
    { items: [{ id: "1" }], complete: false },
    { items: [{ id: "1" }], complete: false },
  ]);
});

test("for a merchant never read, an unresponsive gateway is an error within the budget, not an empty list", async () => {
  stopResponding();
  const listing = listMerchantTransactions(fixture.ctx(), { environment, merchant: "cafe", input: march, budgetMs });
  await expect(listing).rejects.toMatchObject({ code: "gateway_timeout" });
});
