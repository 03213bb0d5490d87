import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestGateways } from "#lib/ledger-sync/testing/test-fixture.ts";
import { startTinyEpos, type TinyEpos } from "#lib/services/payments/testing/tiny-epos.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let epos: TinyEpos;
let app: TestApp;
let person: TestPerson;

beforeAll(async () => {
  epos = await startTinyEpos();
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  person = await app.addPerson({ role: "support", permissions: ["refund"] });
  const merchants = [{ slug: "corner-cafe", clientId: "cli_cafe", clientSecret: "sec_1" }];
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  const upstream = { baseUrl: epos.url, ...pair, merchants };
  app.runtime.gateways = createTestGateways({ db: app.store.db, vault: app.vault, upstream });
});
afterAll(async () => {
  await epos.close();
  await app.close();
});

const path = "/api/sandbox/corner-cafe/payments";
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001" };
let keys = 0;

type Answer = Record<string, unknown> & {
  error: { code: string; fields?: { message: string }[]; details?: { values: { paymentId?: string } } };
};

async function call(method: string, to: string, body?: unknown, key: string | undefined = `key-${++keys}`) {
  const headers = key === "" ? {} : { "idempotency-key": key };
  const answer = await app.call({ method, path: to, cookie: person.cookie, headers, ...(body === undefined ? {} : { body }) });
  return { status: answer.status, body: (await answer.json()) as Answer };
}

async function paid(): Promise<string> {
  const { body } = await call("POST", path, sale);
  for (const each of epos.payments) each.status = "Success";
  const id = String(body.paymentId);
  await expect.poll(async () => (await call("GET", `${path}/${id}`)).body.status, { interval: 200 }).toBe("success");
  return id;
}

test("a new payment is 201, the same key again 200 with the same payment, another body 409, no key 400", async () => {
  const first = await call("POST", path, sale, "k1");
  expect(first).toMatchObject({ status: 201, body: { status: "in_progress", amountMinor: 1234, merchant: "corner-cafe" } });
  expect(await call("POST", path, sale, "k1")).toMatchObject({ status: 200, body: { paymentId: first.body.paymentId } });
  expect(await call("POST", path, { ...sale, amountMinor: 1 }, "k1")).toMatchObject({
    status: 409,
    body: { error: { code: "idempotency_mismatch" } },
  });
  expect(await call("POST", path, sale, "")).toMatchObject({ status: 400, body: { error: { code: "idempotency_key_missing" } } });
});

test("a lost response is 504 with the payment's id", async () => {
  epos.fault = "drop_after";
  const { status, body } = await call("POST", path, sale);
  expect({ status, code: body.error.code }).toEqual({ status: 504, code: "outcome_unknown" });
  expect((await call("GET", `${path}/${body.error.details?.values.paymentId}`)).status).toBe(200);
});

test("an amount of zero is 400 with its field", async () => {
  expect(await call("POST", path, { ...sale, amountMinor: 0 })).toMatchObject({
    status: 400,
    body: { error: { fields: [{ field: "amountMinor" }] } },
  });
});

test("DELETE cancels, a reversal reverses, a refund is 201 and then 200", {
  meta: { slow: "The sandbox terminal takes two seconds for each of two operations." },
}, async () => {
  const { body } = await call("POST", path, sale);
  expect(await call("DELETE", `${path}/${body.paymentId}`)).toMatchObject({ status: 200, body: { status: "canceled" } });
  const refunded = `${path}/${await paid()}/refunds`;
  const refund = { amountMinor: 100, reason: "Returned" };
  expect(await call("POST", refunded, refund, "r1")).toMatchObject({ status: 201, body: { kind: "refund", amountMinor: 100 } });
  expect(await call("POST", refunded, refund, "r1")).toMatchObject({ status: 200, body: { kind: "refund" } });
  expect(await call("POST", `${path}/${await paid()}/reversal`, {})).toMatchObject({ status: 200, body: { status: "reversed" } });
});

test("lists are pages, of one merchant and of all", async () => {
  for (const list of [path, "/api/sandbox/payments"]) {
    const { status, body } = await call("GET", `${list}?limit=1`);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { items: [{ merchant: "corner-cafe" }], nextCursor: expect.any(String) },
    });
  }
});

test("the terminals of the picker", async () => {
  expect(await call("GET", "/api/sandbox/corner-cafe/terminals")).toMatchObject({
    status: 200,
    body: { items: [{ terminalId: "81000001", name: "Till 81000001", currency: "EUR" }, {}, {}] },
  });
});
