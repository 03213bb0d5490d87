// @module-tag long: reads whole ledgers through a gateway of its own.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { transactionState } from "#lib/core/transaction-state.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { lookupMerchantReferences, lookupReferences } from "../bulk-lookup/lookup-references.ts";
import { getTransaction } from "./get-transaction.ts";
import { getTransactionById } from "./get-transaction-by-id.ts";
import { listMerchantTransactions, listTransactions } from "./list-transactions.ts";

let upstream: TinyGateway;
let fixture: TestFixture;

async function openFixture(): Promise<void> {
  upstream = await startTinyGateway();
  const merchants = ["cafe", "hotel"].map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: "sec_1" }));
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  fixture = await createTestFixture({ upstream: { baseUrl: upstream.url, ...pair, merchants }, options: { deadlineMs: 5_000 } });
}

async function closeFixture(): Promise<void> {
  await upstream.close();
  await fixture.drop();
}

type Row = Record<string, unknown>;
const row = (id: number, change: Row = {}): Row => ({
  id,
  date: "2026-03-04T11:20:05",
  payment_reference: `POSA0260041${id}`,
  transaction_type: "013",
  transaction_currency: "EUR",
  transaction_amount: 18.4,
  sign: "Credit",
  ...change,
});

function listing(rows: Row[]): string {
  return JSON.stringify({ items: rows, page: 1, page_size: 100, total_pages: 1, total_count: rows.length, has_next_page: false });
}

/** Returns this text as the ledger's list, and 404 for any detail. */
function respondWithList(text: string, status = 200): void {
  upstream.business = ({ url = "" }) => {
    if (url.startsWith("/accounting/v1/accounts")) return { status: 200, body: listing([]) };
    if (url.startsWith("/accounting/v1/transactions?")) return { status, body: text };
    return { status: 404, body: '{"title":"Not Found","status":404}' };
  };
}

const question = { environment, merchant: "cafe", input: { from: "2026-03-01", to: "2026-03-31" } } as const;
const list = () => listMerchantTransactions(fixture.ctx(), question);

test("a list is never shown as older than a row in it", async () => {
  await openFixture();
  const { zone } = await fixture.ctx().gateways.environment(environment);
  // Booked during the gateway call, and so after the reading began.
  upstream.business = ({ url = "" }) => {
    const now = new Date();
    const date = `${now.toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T")}${now.toISOString().slice(19, 23)}`;
    return { status: 200, body: listing(url.startsWith("/accounting/v1/transactions?") ? [row(1, { date })] : []) };
  };
  const one = await listMerchantTransactions(fixture.ctx(), { environment, merchant: "cafe", input: {} });
  for (const page of [one, await listTransactions(fixture.ctx(), { environment, input: {} })]) {
    expect(page.items.length).toBeGreaterThan(0);
    for (const { occurredAt } of page.items) expect(Date.parse(page.asOf)).toBeGreaterThanOrEqual(Date.parse(occurredAt));
  }
  await closeFixture();
});

describe("a list as gateways may write it", () => {
  beforeEach(openFixture);
  afterEach(closeFixture);

  test("a time that cannot be read is an estimate, of which no sentence speaks", async () => {
    const written = { date: "2026-03-04 in the morning", payment_reference: "POSA02600499" };
    const refund = { transaction_type: "011", transaction_amount: -18.4, sign: "Debit" };
    respondWithList(listing([row(1), row(2, written), row(3, { ...written, ...refund })]));
    const { items } = await list();
    const states = items.map((item) => ({ id: item.id, item, ...transactionState({ row: item }) }));
    expect(states.toSorted((left, right) => Number(left.id) - Number(right.id))).toMatchObject([
      { name: "booked", values: { at: expect.stringContaining("2026-03-04") } },
      { name: "refunded", values: { at: null }, item: { isTimeEstimated: true, givenBack: { isTimeEstimated: true } } },
      { name: "refund", values: { at: null }, item: { isTimeEstimated: true } },
    ]);
  });

  test("amounts of any exponent, as numbers or text, are exact, and one that does not fit keeps its text", async () => {
    respondWithList(
      `{"items":[
        ${JSON.stringify(row(1, { transaction_amount: "1234", transaction_currency: "JPY" }))},
        ${JSON.stringify(row(2, { transaction_amount: 1.234, transaction_currency: "KWD" }))},
        ${JSON.stringify(row(3, { transaction_amount: 12.345 }))},
        {"id":4,"date":"2026-03-04T11:20:05","transaction_amount":90071992547409.91,"transaction_currency":"EUR","sign":"Credit"},
        ${JSON.stringify(row(5, { transaction_amount: -2.5, sign: "Debit" }))},
        ${JSON.stringify(row(6, { transaction_amount: 2.5, sign: "D" }))},
        ${JSON.stringify(row(7, { transaction_amount: null, transaction_currency: null, sign: null, transaction_type: null, payment_reference: null }))}
      ],"page":1,"page_size":100,"total_pages":1,"total_count":7,"has_next_page":false}`,
    );
    const { items } = await list();
    const amounts = Object.fromEntries(items.map((item) => [item.id, [item.amountMinor, item.amountText, item.sign]]));
    expect(amounts).toEqual({
      1: [1234, "1234", "credit"],
      2: [1234, "1.234", "credit"],
      3: [null, "12.345", "credit"],
      4: [9007199254740991, "90071992547409.91", "credit"],
      5: [-250, "-2.5", "debit"],
      6: [-250, "-2.5", "debit"],
      7: [null, "", "credit"],
    });
  });

  test("unknown members are shown with the record, numbers as text are read", async () => {
    respondWithList(listing([row(1, { id: "991", loyalty: { points: 12, tier: "gold" }, channel: "café" })]));
    await list();
    const detail = await getTransactionById(fixture.ctx(), { environment, merchant: "cafe", id: "991" });
    expect(detail.rows[0]?.fields).toEqual(
      expect.arrayContaining([
        { label: "Transaction ID", value: "991", reason: "field_id" },
        { label: "loyalty.points", value: "12" },
        { label: "loyalty.tier", value: "gold" },
        { label: "channel", value: "café" },
      ]),
    );
    expect(detail).toMatchObject({ source: "mirror", problem: { code: "gateway_not_found" }, general: null });
  });

  // Wrong: its day was read before, so a list that takes longer than two seconds counted as one without it.
  test("a row is not called unknown before a slow list was read again", async () => {
    const { gateways } = fixture.ctx();
    const { zone } = await gateways.environment(environment);
    const date = new Date().toLocaleString("sv-SE", { timeZone: zone }).replace(" ", "T");
    const place = { environment, merchant: "cafe" } as const;
    respondWithList(listing([]));
    await expect(getTransactionById(fixture.ctx(), { ...place, id: "A-2" })).rejects.toMatchObject({ code: "not_found" });
    await fixture.store.db.update(ledgerRead).set({ readAt: new Date(Date.now() - 60_000) });
    respondWithList(listing([row(2, { id: "A-2", date })]));
    const listed = Promise.withResolvers<void>();
    let asked = 0;
    const forMerchant: typeof gateways.forMerchant = async (...question) => {
      const gateway = await gateways.forMerchant(...question);
      const readTransactions: typeof gateway.readTransactions = async (query) => {
        asked += 1;
        await listed.promise;
        return gateway.readTransactions(query);
      };
      return { ...gateway, readTransactions };
    };
    const ctx = { ...fixture.ctx(), gateways: { ...gateways, forMerchant } };
    const shown = getTransactionById(ctx, { ...place, id: "A-2" }).then(
      ({ rows }) => rows.map(({ id }) => id),
      ({ code }) => code,
    );
    await expect.poll(() => asked).toBe(1);
    // Whoever shows stored rows waits a short time only.
    expect(await listMerchantTransactions(ctx, { ...place, input: {} })).toMatchObject({ items: [], upToDate: false });
    listed.resolve();
    expect(await shown).toEqual(["A-2"]);
  });

  test("no rows at all are an empty list", async () => {
    respondWithList(listing([]));
    expect(await list()).toMatchObject({ items: [], nextCursor: null, source: "gateway", complete: true });
  });

  test("after a reading, a web page instead of a list leaves the rows with the problem shown", async () => {
    respondWithList(listing([row(1)]));
    await list();
    respondWithList("<html>");
    const later = await listMerchantTransactions(fixture.ctx(), { ...question, input: { from: "2026-02-01", to: "2026-03-31" } });
    expect(later).toMatchObject({ items: [{ id: "1" }], source: "mirror", problem: { code: "gateway_protocol" } });
  });
});

describe("a response without a list", () => {
  beforeAll(openFixture);
  afterAll(closeFixture);

  test.each([
    ["a web page", "<html><body>Maintenance</body></html>"],
    ["half a JSON", '{"items":[{"id":1'],
    ["nothing", ""],
    ["a 200 with an error inside", '{"error":"internal","status":500}'],
  ])("%s instead of a list is gateway_protocol, never an empty list", async (_, text) => {
    respondWithList(text);
    const before = upstream.requests.length;
    await expect(list()).rejects.toMatchObject({ code: "gateway_protocol" });
    expect(upstream.requests.slice(before)).toContainEqual(
      expect.objectContaining({ url: expect.stringMatching(/transactions\?/) }),
    );
  });
});

describe("over all merchants", () => {
  beforeEach(openFixture);
  afterEach(closeFixture);

  test("a refused merchant is named and the other's rows are listed", async () => {
    upstream.refused.set("cli_hotel", 400);
    respondWithList(listing([row(1)]));
    const page = await listTransactions(fixture.ctx(), { environment, input: question.input });
    expect(page.items.map((item) => item.merchant)).toEqual(["cafe"]);
    expect(page.problems).toEqual([expect.objectContaining({ merchant: "hotel", code: "merchant_refused" })]);
    expect(upstream.sessionCalls.get("cli_hotel")).toBe(1);
  });

  test("a refused merchant's own list is 409, not empty", async () => {
    upstream.refused.set("cli_cafe", 400);
    await expect(list()).rejects.toMatchObject({ code: "merchant_refused" });
  });

  test("a reference that one merchant could not be queried for is missing, and that merchant is named", async () => {
    upstream.refused.set("cli_hotel", 400);
    upstream.business = ({ url = "" }) =>
      url.includes("/multiple?") ? { status: 200, body: "[]" } : { status: 404, body: '{"title":"Not Found","status":404}' };
    const input = { references: ["POSA0260041X"] };
    expect(await lookupReferences(fixture.ctx(), { environment, input })).toEqual({
      rows: [{ reference: "POSA0260041X", verdict: "missing" }],
      notSearched: [{ merchant: "hotel", reason: expect.stringContaining("rejected"), details: expect.any(Object) }],
      notSearchedCount: 1,
    });
    expect(await lookupMerchantReferences(fixture.ctx(), { environment, merchant: "hotel", input })).toMatchObject({
      rows: [{ verdict: "error", error: { code: "merchant_refused" } }],
      notSearched: [{ merchant: "hotel" }],
    });
  });
});

describe("invalid requests are named", () => {
  beforeAll(openFixture);
  afterAll(closeFixture);

  test.each([
    [{ from: "2026-02-30" }, "from"],
    [{ from: "2026-03-02", to: "2026-03-01" }, "to"],
    [{ type: "13" }, "type"],
    [{ sign: "both" }, "sign"],
    [{ currency: "eur" }, "currency"],
    [{ amountMin: "-1" }, "amountMin"],
    [{ amountMin: "1,50" }, "amountMin"],
    [{ amountMin: "2", amountMax: "1" }, "amountMax"],
    [{ order: "random" }, "order"],
    [{ limit: "0" }, "limit"],
    [{ limit: "501" }, "limit"],
    [{ cursor: "abc" }, "cursor"],
  ])("%j", async (input, field) => {
    await expect(listMerchantTransactions(fixture.ctx(), { ...question, input })).rejects.toMatchObject({
      code: "invalid_input",
      fields: expect.arrayContaining([expect.objectContaining({ field })]),
    });
    expect(upstream.requests).toEqual([]);
  });

  test("ten thousand references are refused on their field before any query", async () => {
    const references = Array.from({ length: 10_000 }, (_, at) => `R${at}`);
    await expect(lookupReferences(fixture.ctx(), { environment, input: { references } })).rejects.toMatchObject({
      code: "invalid_input",
      fields: [expect.objectContaining({ field: "references" })],
    });
    expect(upstream.requests).toEqual([]);
  });

  test("a merchant that does not exist and one that is not mine look the same", async () => {
    const mine = { merchants: ["sandbox/hotel"] };
    await expect(listMerchantTransactions(fixture.ctx(mine), question)).rejects.toMatchObject({ code: "not_found" });
    await expect(listMerchantTransactions(fixture.ctx(), { ...question, merchant: "nobody" })).rejects.toMatchObject({
      code: "not_found",
    });
  });

  test("a reference with slashes and spaces reaches the gateway as one segment", async () => {
    respondWithList(listing([]));
    const before = upstream.business;
    upstream.business = (request, body) =>
      request.url?.endsWith("/INV%2F7%20a%3F%23")
        ? { status: 200, body: '{"general":{"is_fee":false},"details":[{"label":"Amount","value":"18.40 EUR"}]}' }
        : before(request, body);
    const detail = await getTransaction(fixture.ctx(), { environment, merchant: "cafe", reference: "INV/7 a?#" });
    expect(detail).toMatchObject({
      rows: [],
      general: { isFee: false },
      details: [{ label: "Amount", value: "18.40 EUR", reason: "field_transaction_amount" }],
      source: "gateway",
    });
  });
});
