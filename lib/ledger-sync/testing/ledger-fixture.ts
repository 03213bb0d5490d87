import { startTinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { createTestFixture, type TestFixture } from "./test-fixture.ts";

let nextId = 1;

/** A row as the gateway lists it, of 4 March 2026 in EUR. */
export function ledgerRow(reference: string, type: string, amount: number, change: object = {}) {
  return {
    ...{ id: nextId++, date: "2026-03-04T11:20:05", payment_reference: reference, transaction_type: type },
    ...{ transaction_currency: "EUR", transaction_amount: amount, sign: amount < 0 ? "Debit" : "Credit" },
    ...change,
  };
}

/** The merchant `cafe`, whose gateway lists these rows and knows no details. */
export async function createLedgerFixture(rows: readonly object[]): Promise<TestFixture> {
  const upstream = await startTinyGateway();
  upstream.business = ({ url = "" }) => {
    const items = url.startsWith("/accounting/v1/transactions?") ? rows : [];
    const page = { page: 1, page_size: 100, total_pages: 1, total_count: items.length, has_next_page: false };
    const isList = url.startsWith("/accounting/v1/accounts") || url.startsWith("/accounting/v1/transactions?");
    return isList ? { status: 200, body: JSON.stringify({ items, ...page }) } : { status: 404, body: '{"status":404}' };
  };
  const merchants = [{ slug: "cafe", clientId: "cli_cafe", clientSecret: "sec_1" }];
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const fixture = await createTestFixture({ upstream: { baseUrl: upstream.url, ...pair, merchants } });
  return {
    ...fixture,
    async drop() {
      await upstream.close();
      await fixture.drop();
    },
  };
}
