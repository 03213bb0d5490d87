import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { toEvent } from "#lib/notifications/receive/to-event.ts";
import { encodeEntries, notifyEntries } from "#lib/notifications/testing/sign.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { findAnything } from "./find-anything.ts";

let fixture: SandboxFixture;
let shop: { url: string; close(): void };
beforeAll(async () => {
  shop = await openShop();
  fixture = await createSandboxFixture({ transactions: 200, slugs: ["corner-cafe", "knigi-online"] });
});
afterAll(async () => {
  shop.close();
  await fixture.drop();
});

/** A URL_Notify that accepts everything. */
async function openShop(): Promise<{ url: string; close(): void }> {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { "content-type": "text/plain" }).end("OK");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/`, close: () => server.close() };
}

type Received = { slug: string; trnref: string; orderId: string; amount: string };

/** A verified notification, stored as the receiver stores it. */
async function receive({ slug, ...purchase }: Received): Promise<string> {
  const { vault, db } = fixture.ctx();
  const { id: merchantId } = await fixture.merchant(slug);
  const body = Buffer.from(encodeEntries(notifyEntries({ ...purchase, currency: "EUR" })));
  const id = randomUUID();
  const delivery = {
    id,
    endpoint: { id: randomUUID(), environment, merchantId, merchant: slug, sid: "", strictLayout: true, keys: [] },
    body,
    sha256: Buffer.from(id),
    headers: [],
    peer: null,
    receivedAt: new Date(),
    verification: { verdict: "valid" as const, reasons: [], keyId: null },
    event: toEvent(parseForm(body) ?? []),
    signedHash: Buffer.from(id),
    eventHash: Buffer.from(id),
    answer: { status: 200, body: "OK", ms: 1 },
  };
  await createDeliveryRecord({ db, vault }).save(delivery, { signal: new AbortController().signal });
  return id;
}

const find = (q: string) => findAnything(fixture.ctx(), { environment, input: { q } });

/** A recent sale on the web, which the app has not read yet. */
async function paidOnline(slug: string, amountMinor: number): Promise<{ trnref: string; orderId: string }> {
  await fixture.setStore(slug, { urlNotify: shop.url, urlOk: shop.url, urlCancel: shop.url });
  const { order, trnref } = (await fixture.control("orders", { merchant: slug, amountMinor, currency: "EUR" })) as {
    order: string;
    trnref: string;
  };
  return { trnref, orderId: order };
}

test.each([
  ["knigi-online", "the reference of the ledger"],
  ["corner-cafe", "nowhere in the ledger, which knows the order"],
])("at %s an IPC_Trnref, which is %s, finds the notification and its transaction", async (slug) => {
  const { trnref, orderId } = await paidOnline(slug, 4321);
  const id = await receive({ slug, trnref, orderId, amount: "43.21" });
  const { hits, notSearched } = await find(trnref);
  expect(notSearched).toEqual([]);
  expect(hits.map((hit) => [hit.kind, hit.merchant, hit.exact])).toEqual(
    expect.arrayContaining([
      ["notification", slug, true],
      ["transaction", slug, true],
    ]),
  );
  const sale = hits.find((hit) => hit.kind === "transaction");
  expect(hits.map(({ payment }) => payment)).toEqual(hits.map(() => sale?.href));
  const detail = await getTransaction(fixture.ctx(), { environment, merchant: slug, reference: sale?.reference ?? "" });
  expect(detail.notifications).toEqual([expect.objectContaining({ id, method: "IPCPurchaseNotify", verdict: "valid" })]);
  expect(hits.find((hit) => hit.kind === "notification")?.href).toBe(`/sandbox/${slug}/notifications/${id}`);
});

test("a transaction that only the gateway has belongs to the payment of the notification that names it", async () => {
  const { trnref, orderId } = await paidOnline("knigi-online", 4322);
  const id = await receive({ slug: "knigi-online", trnref, orderId, amount: "43.22" });
  const ctx = fixture.ctx();
  const { lookupReferences } = await ctx.gateways.forMerchant(await fixture.merchant("knigi-online"));
  // Its ledger cannot be read.
  const gateways = partialGateways({ forMerchant: () => ({ lookupReferences }) });
  const { hits } = await findAnything({ ...ctx, gateways }, { environment, input: { q: trnref } });
  expect(hits.map(({ kind }) => kind)).toEqual(["notification", "transaction"]);
  expect(hits.map(({ payment }) => payment)).toEqual(hits.map(() => `/sandbox/knigi-online/notifications/${id}`));
});

test("an order number finds both as well, each once", async () => {
  const { items } = await listMerchantTransactions(fixture.ctx(), {
    environment,
    merchant: "corner-cafe",
    input: { limit: "200" },
  });
  const sale = items.find((item) => item.referenceNumber && item.reference && item.sign === "credit" && item.amountMinor);
  const orderId = sale?.referenceNumber ?? "";
  await receive({ slug: "corner-cafe", trnref: "990017", orderId, amount: sale?.amountText ?? "" });
  const { hits } = await find(orderId.toLowerCase());
  expect(new Set(hits.map((hit) => hit.kind))).toEqual(new Set(["notification", "transaction"]));
  expect(new Set(hits.map((hit) => hit.href)).size).toBe(hits.length);
});

test("an empty text, or one too long to be an identifier, is named", async () => {
  for (const q of ["", "  ", "x".repeat(256)]) {
    await expect(find(q)).rejects.toMatchObject({ code: "invalid_input", fields: [expect.objectContaining({ field: "q" })] });
  }
  expect((await find("- - -")).hits).toEqual([]);
  expect((await find("100%_")).hits).toEqual([]);
});

test("an IPC_Trnref without a notification here is looked up at each gateway, which may not know it", async () => {
  const ledgerStyle = await paidOnline("corner-cafe", 999);
  const unknown = await find(ledgerStyle.trnref);
  expect([unknown.hits, unknown.notSearched]).toEqual([[], []]);
  expect(unknown.note).toContain("Also not found as a payment reference at the gateways");
  const trnrefStyle = await paidOnline("knigi-online", 999);
  const known = await find(trnrefStyle.trnref);
  expect(known.hits).toMatchObject([{ kind: "transaction", merchant: "knigi-online", reference: trnrefStyle.trnref }]);
  expect(known.note).toBeNull();
});
