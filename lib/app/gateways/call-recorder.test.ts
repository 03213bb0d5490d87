import { asc } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { waitMs } from "#lib/core/testing/wait-ms.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { gatewayCall } from "#lib/db/schema/gateway-call.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { GatewayCall } from "#lib/gateway/types.ts";
import { cafe, openPaymentFixture } from "#lib/services/payments/testing/payment-fixture.ts";
import { getTransaction } from "#lib/services/transactions/get-transaction.ts";
import { openDatabaseProxy } from "../testing/database-proxy.ts";
import { type CallRecorder, createCallRecorder } from "./call-recorder.ts";

const log = { info: () => {}, warn: () => {}, error: () => {} };
let store: TestStore;
let recorders: CallRecorder[] = [];
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());
beforeEach(() => store.db.delete(gatewayCall));
afterEach(async () => {
  await Promise.all(recorders.map((recorder) => recorder.close()));
  recorders = [];
});

function open(options: Partial<Parameters<typeof createCallRecorder>[0]> = {}): CallRecorder {
  const recorder = createCallRecorder({ db: store.db, log, onDropped: () => {}, everyMs: 1, ...options });
  recorders.push(recorder);
  return recorder;
}

function toCall(call: Partial<GatewayCall> = {}): GatewayCall {
  return {
    ...{ environment: "sandbox", merchantId: null, subject: undefined, method: "GET", path: "/accounting/v1/accounts" },
    ...{ status: 200, failure: null, ms: 10, attempt: 1, isBackground: false, problem: null, clockSkewSeconds: null },
    ...call,
  };
}

const stored = () => store.db.select().from(gatewayCall).orderBy(asc(gatewayCall.id));
const storedCount = (count: number) => expect.poll(async () => (await stored()).length, { timeout: waitMs }).toBe(count);

test("two processes share one table", async () => {
  const [first, second] = [open({ process: "one:1" }), open({ process: "two:2" })];
  first.add(toCall({ status: 503 }));
  second.add(toCall({ status: null, failure: "timeout", problem: { message: "No answer.", reason: "gateway_timeout" } }));
  await storedCount(2);
  const rows = await stored();
  expect(new Set(rows.map(({ process }) => process))).toEqual(new Set(["one:1", "two:2"]));
  expect(rows.find(({ process }) => process === "two:2")).toMatchObject({ status: null, failure: "timeout", calls: 1 });
});

test("background calls that succeed are one row a minute and operation; failures and people's calls are rows", async () => {
  let nowMs = Date.parse("2026-03-04T11:20:30Z");
  const recorder = open({ now: () => nowMs });
  const merchants = Array.from({ length: 30 }, () => crypto.randomUUID());
  for (const [index, merchantId] of merchants.entries()) {
    recorder.add(toCall({ merchantId, isBackground: true, ms: 10 * (index + 1) }));
  }
  recorder.add(toCall({ isBackground: true, status: 429, path: "/pos/v1/terminals" }));
  recorder.add(toCall({ path: "/pos/v1/terminals" }));
  await storedCount(2);
  nowMs += 60_000;
  await storedCount(3);
  const sum = (await stored()).at(-1);
  expect(sum).toMatchObject({ calls: 30, ms: 155, merchantId: null, path: "/accounting/v1/accounts" });
  expect(sum?.at).toEqual(new Date("2026-03-04T11:20:29.990Z"));
});

test("of a gateway that is away a minute has some failed background calls as rows, and the number of the others", async () => {
  const recorder = open();
  for (let index = 0; index < 1_000; index++) {
    recorder.add(toCall({ merchantId: crypto.randomUUID(), isBackground: true, status: 503 }));
  }
  recorder.add(toCall({ status: 503, subject: { paymentId: crypto.randomUUID() }, isBackground: true }));
  await recorder.close();
  const rows = await stored();
  expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(1_001);
  // Twice where the minute ends meanwhile.
  expect(rows.length).toBeLessThanOrEqual(2 * 61 + 1);
  expect(rows.filter(({ paymentId }) => paymentId !== null)).toHaveLength(1);
});

test("what is counted of the current minute is stored when the process stops", async () => {
  const recorder = open();
  const merchantId = crypto.randomUUID();
  recorder.add(toCall({ merchantId, isBackground: true }));
  recorder.add(toCall({ merchantId, isBackground: true }));
  await recorder.close();
  expect(await stored()).toMatchObject([{ calls: 2, merchantId }]);
});

test("while the database is away calls wait up to a limit, others are counted as dropped", async () => {
  const proxy = await openDatabaseProxy(store.url);
  const through = openStore({ url: proxy.url, connectionsMax: 1 });
  const onDropped = vi.fn();
  const warn = vi.fn();
  const recorder = open({ db: through.db, waitingMax: 4, onDropped, log: { ...log, warn } });
  try {
    proxy.cut();
    for (let index = 1; index <= 10; index++) recorder.add(toCall({ ms: index }));
    const dropped = () => onDropped.mock.calls.reduce((sum, [count]) => sum + count, 0);
    await expect.poll(dropped, { timeout: waitMs }).toBe(6);
    await expect.poll(() => warn.mock.calls.length, { timeout: waitMs }).toBe(1);
    proxy.restore();
    await storedCount(4);
    expect((await stored()).map(({ ms }) => ms)).toEqual([7, 8, 9, 10]);
  } finally {
    await recorder.close();
    await through.close();
    await proxy.close();
  }
});

const slow = "Waits until a close gives up on a database that hangs.";

test("a payment does not wait for a database that takes no calls", { tags: ["long"], meta: { slow } }, async () => {
  const proxy = await openDatabaseProxy(store.url);
  const through = openStore({ url: proxy.url, connectionsMax: 1 });
  const onDropped = vi.fn();
  const recorder = open({ db: through.db, onDropped });
  const fixture = await openPaymentFixture({ onCall: recorder.add });
  try {
    proxy.hang();
    const { payment } = await fixture.create();
    expect(payment.status).toBe("in_progress");
    await recorder.close();
    // Token, session, list of terminals, payment: at least these.
    expect(onDropped.mock.calls.reduce((sum, [count]) => sum + count, 0)).toBeGreaterThanOrEqual(3);
  } finally {
    proxy.restore();
    await through.close();
    await proxy.close();
    await fixture.drop();
  }
});

test("calls name the payment they are about, and nothing that was sent, answered or typed", async () => {
  const recorder = open();
  const fixture = await openPaymentFixture({ onCall: recorder.add });
  try {
    const canaries = { referenceNumber: "jane.doe@shop.example", description: "For Jane Canary" };
    const { payment } = await fixture.create({ amountMinor: 1234, currency: "EUR", terminalId: "81000001", ...canaries });
    await fixture.pass(2_000);
    await fixture.read(payment.paymentId);
    const typed = "4111111111111111 jane@typed.example";
    await expect(getTransaction(fixture.ctx(), { ...cafe, reference: typed })).rejects.toBeInstanceOf(AppError);
    await recorder.close();
    const rows = await stored();
    const ofPayment = rows.filter(({ paymentId }) => paymentId === payment.paymentId);
    expect(ofPayment.map(({ method, path, status }) => [method, path, status])).toEqual([
      ["POST", "/epos/v1/payments", 200],
      ["GET", "/epos/v1/payments/{id}", 200],
    ]);
    expect(rows.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/api/v1/oauth/token", "/api/v1/auth/session", "/accounting/v1/transactions/{id}"]),
    );
    const secrets = ["secret_1", "sec_1", "cli_cafe", "client_1", "mps-p-1", "mps-app-1", "Bearer", "1234", "81000001"];
    const values = [
      ...secrets,
      ...Object.values(canaries),
      "jane",
      "4111",
      payment.referenceNumber,
      payment.gatewayPaymentId ?? "?",
    ];
    // Identifiers of our own and times are numbers by chance.
    const text = JSON.stringify(rows.map(({ id, at, merchantId, paymentId, process, ...row }) => row));
    for (const value of values) expect(text).not.toContain(value);
  } finally {
    await fixture.drop();
  }
});
