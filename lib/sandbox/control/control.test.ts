import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createMemoryStorage } from "../memory-storage.ts";
import { asJson, createTestSandbox, rowsOf, type TestSandbox } from "../testing/test-sandbox.ts";
import { fieldsOf, methodOf, startTestMerchantServer, type TestMerchantServer } from "../testing/test-shop.ts";
import { scenarioKinds } from "./distort.ts";

let gateway: TestSandbox;
let as: Awaited<ReturnType<TestSandbox["as"]>>;
beforeEach(async () => {
  gateway = createTestSandbox();
  as = await gateway.as("corner-cafe");
});

const list = "/accounting/v1/transactions";

describe("the controls", () => {
  test("need their key for everything", async () => {
    for (const name of ["stats", "unlock", "scenarios", "orders", "nothing"]) {
      expect((await gateway.call(`/control/${name}`)).status).toBe(401);
      expect((await gateway.call(`/control/${name}`, { headers: { "x-control-key": "0".repeat(48) } })).status).toBe(401);
    }
    expect((await gateway.control("GET", "nothing")).status).toBe(404);
    expect((await gateway.control("GET", "orders")).headers.get("allow")).toBe("POST");
  });

  test("count calls of token, sessions and endpoints by merchant, and reset the counts", async () => {
    await as(list);
    await as(list);
    await as(`${list}/POSA00000000XXXX`);
    expect((await gateway.control("GET", "stats")).body).toEqual({
      calls: {
        token: 1,
        session: 1,
        "session:corner-cafe": 1,
        transactions: 2,
        "transactions:corner-cafe": 2,
        transaction: 1,
        "transaction:corner-cafe": 1,
      },
      failures: {},
      failuresMax: {},
    });
    await gateway.control("POST", "reset-stats");
    expect((await gateway.control("GET", "stats")).body.calls).toEqual({});
  });

  test("change settings for every process of the storage, and restore them", async () => {
    const storage = createMemoryStorage();
    const [one, two] = [createTestSandbox({ storage }), createTestSandbox({ storage })];
    await one.control("POST", "settings", { pageSizeMax: 7, sessionSeconds: 60 });
    await one.control("POST", "settings", { unknownMembers: true });
    const other = await two.as("corner-cafe");
    expect((await other(`${list}?size=100`)).body).toMatchObject({ page_size: 7, x_internal_flag: true });
    expect((await two.session("corner-cafe", await two.token())).body.expires_in).toBe(60);
    await two.control("DELETE", "settings");
    expect((await other(`${list}?size=100`)).body.page_size).toBe(100);
    expect((await one.control("POST", "settings", { nonsense: 1 })).status).toBe(400);
  });

  test("end sessions and tokens before their time", async () => {
    await gateway.control("POST", "expire-sessions");
    expect((await as(list)).status).toBe(401);
    const token = await gateway.token();
    await gateway.control("POST", "expire-tokens");
    expect((await gateway.session("corner-cafe", token)).status).toBe(401);
  });
});

test("stores get their addresses by control, and show the key their messages verify with", async () => {
  const addresses = {
    urlNotify: "https://shop.example/n",
    urlOk: "https://shop.example/ok",
    urlCancel: "https://shop.example/no",
  };
  expect((await gateway.control("POST", "stores", { merchant: "corner-cafe", ...addresses })).status).toBe(200);
  const { text } = await gateway.control("GET", "stores");
  const [keys] = await gateway.sandbox.notifyKeys();
  expect(JSON.parse(text)[0]).toEqual({
    merchant: "corner-cafe",
    sid: keys?.sid,
    publicKeyPem: keys?.publicKeyPem,
    certificatePem: keys?.certificatePem,
    configurationPack: expect.any(String),
    ...addresses,
  });
  expect(text).not.toContain("PRIVATE");
  for (const change of [{ merchant: "x" }, { urlNotify: "javascript:1" }, { urlOk: "" }])
    expect((await gateway.control("POST", "stores", { merchant: "corner-cafe", ...addresses, ...change })).status).toBe(400);
});

describe("a scenario", () => {
  const play = (kind: string, more: Record<string, unknown> = {}) =>
    gateway.control("POST", "scenarios", { kind, ms: 10, ...more });

  test.each([
    ["unauthorized", 401],
    ["forbidden", 403],
    ["throttle", 429],
    ["error", 500],
    ["unavailable", 503],
    ["redirect", 302],
    ["latency", 200],
    ["expire-sessions", 401],
    ["malformed", 200],
    ["html", 200],
    ["empty", 200],
    ["half", 200],
    ["error-in-200", 200],
  ])("%s answers %i once", async (kind, status) => {
    await play(kind);
    expect((await as(list)).status).toBe(status);
    expect((await (await gateway.as("corner-cafe"))(list)).status).toBe(200);
  });

  test("of every kind can be added; an unknown one cannot", async () => {
    for (const kind of scenarioKinds) expect((await play(kind)).status).toBe(200);
    expect((await play("earthquake")).status).toBe(400);
  });

  test("affects the given number of calls, only of its merchant, path and method", async () => {
    await play("error", { count: 2, merchant: "corner-cafe", path: "/transactions", method: "GET" });
    const other = await gateway.as("zum-anker");
    expect((await other(list)).status).toBe(200);
    expect((await as("/accounting/v1/accounts")).status).toBe(200);
    expect([(await as(list)).status, (await as(list)).status, (await as(list)).status]).toEqual([500, 500, 200]);
  });

  test("affects the token and session calls only when it names them", async () => {
    await play("error");
    expect((await gateway.session("corner-cafe", await gateway.token())).status).toBe(200);
    await play("throttle", { path: "/auth/session", ms: 3_000 });
    const { status, headers } = await gateway.session("corner-cafe", await gateway.token());
    expect([status, headers.get("retry-after")]).toEqual([429, "3"]);
    await gateway.control("DELETE", "scenarios");
    expect((await as(list)).status).toBe(200);
  });

  test("of numbers as text and of unknown fields leaves everything else unchanged", async () => {
    const [row] = rowsOf(await as(`${list}?size=1`));
    await play("numbers-as-text");
    expect(rowsOf(await as(`${list}?size=1`))[0]).toEqual({
      ...row,
      id: String(row?.id),
      transaction_amount: String(row?.transaction_amount),
      original_amount: expect.any(String),
    });
    await play("unknown-fields");
    expect(rowsOf(await as(`${list}?size=1`))[0]).toEqual({ ...row, surprise: { deep: [1, null, "x"] } });
  });

  test("drops a payment before it is made, or after, when it exists all the same", async () => {
    const payment = asJson({
      amount: { value: 100, currency_code: "EUR" },
      terminal_id: "81000001",
      app_name: "test",
      app_version: "1",
    });
    const made = async () => (await as("/epos/v1/payments?terminal_id=81000001")).body.total_count;
    await play("drop", { method: "POST" });
    await expect(as("/epos/v1/payments", payment)).rejects.toThrow();
    expect(await made()).toBe(0);
    await play("drop-after", { method: "POST" });
    await expect(as("/epos/v1/payments", payment)).rejects.toThrow();
    expect(await made()).toBe(1);
  });

  test("of a slow body sends the whole of it in pieces", async () => {
    const { body } = await as(list);
    await play("slow-body", { ms: 50 });
    expect((await as(list)).body).toEqual(body);
  });
});

describe("an order without a browser", () => {
  let shop: TestMerchantServer;
  beforeEach(async () => {
    shop = await startTestMerchantServer();
  });
  afterEach(() => shop.close());

  const order = { merchant: "corner-cafe", amountMinor: 1234, currency: "EUR", order: "HB-1" };

  test("is paid and the shop is notified", async () => {
    await gateway.sandbox.setStore("corner-cafe", shop.addresses);
    const { body } = await gateway.control("POST", "orders", { ...order, customer: { email: "a@b.example" } });
    expect(body).toMatchObject({ order: "HB-1", status: "paid" });
    expect(new Map(fieldsOf(shop.received[0] ?? "")).get("IPC_Trnref")).toBe(body.trnref);
    expect((await gateway.control("GET", "stats")).body.calls).toMatchObject({ "notify:IPCPurchaseNotify:ok": 1 });
  });

  test("is refused when its order id was paid", async () => {
    await gateway.sandbox.setStore("corner-cafe", shop.addresses);
    await gateway.control("POST", "orders", order);
    expect((await gateway.control("POST", "orders", order)).status).toBe(409);
    expect(shop.received).toHaveLength(1);
  });

  test("can be tampered with: the amount changed under the old signature", async () => {
    await gateway.sandbox.setStore("corner-cafe", shop.addresses);
    await gateway.control("POST", "orders", { ...order, tamper: true });
    expect(new Map(fieldsOf(shop.received[0] ?? "")).get("Amount")).toBe("0.01");
  });

  test("needs a merchant with addresses, an account in the currency and a known method", async () => {
    expect((await gateway.control("POST", "orders", order)).status).toBe(409);
    await gateway.sandbox.setStore("corner-cafe", shop.addresses);
    for (const change of [{ merchant: "x" }, { currency: "JPY" }, { method: "x" }, { amountMinor: 0 }, { order: "" }])
      expect((await gateway.control("POST", "orders", { ...order, ...change })).status).toBe(400);
    for (const change of [{ order: "\ud83d" }, { customer: { firstNames: "\ud83d" } }])
      expect((await gateway.control("POST", "orders", { ...order, ...change })).status).toBe(400);
  });

  test("is created automatically in live mode, at terminals and online", async () => {
    const storage = createMemoryStorage();
    const live = createTestSandbox({ live: true, storage });
    for (const { slug } of live.sandbox.describe().merchants) await live.sandbox.setStore(slug, shop.addresses);
    for (let at = 0; at < 40; at++) {
      await live.sandbox.tick();
      live.clock.advance(25_000);
    }
    expect(await storage.count("ledger", {})).toBe(2 * 39);
    expect(new Set(shop.received.map(methodOf))).toEqual(new Set(["IPCPurchaseNotify"]));
    expect(shop.received.length).toBeGreaterThan(5);
  });
});

test("in live mode each online sale is notified: what was booked while nothing ran is none", async () => {
  const shop = await startTestMerchantServer();
  const live = createTestSandbox({ live: true });
  for (const { slug } of live.sandbox.describe().merchants) await live.sandbox.setStore(slug, shop.addresses);
  const since = `${list}?size=100&from_date=2026-11-20T12:00:01`;
  // The first call decides when the sandbox began.
  expect((await (await live.as("corner-cafe"))(since)).body.total_count).toBe(0);
  live.clock.advance(2 * 86_400_000);
  await live.control("POST", "orders", { merchant: "knigi-online", amountMinor: 1234, currency: "EUR" });
  const references = new Set(shop.received.map((body) => new Map(fieldsOf(body)).get("IPC_Trnref")));
  const types = new Set<string>();
  for (const slug of ["sakura-travel", "knigi-online", "moda-ritorni", "corner-cafe", "bodega-del-sol"]) {
    for (const row of rowsOf(await (await live.as(slug))(since))) {
      types.add(row.transaction_type);
      if (row.transaction_type === "013") expect(references).toContain(row.payment_reference);
    }
  }
  expect([...types]).toEqual(expect.arrayContaining(["013", "016"]));
  await shop.close();
});

test("a reset restores the initial state: no payments, no locks, no scenarios; keys stay", async () => {
  const keys = await gateway.sandbox.notifyKeys();
  const token = await gateway.token();
  for (let at = 0; at < 3; at++) await gateway.session("corner-cafe", token, "sec_wrong");
  await gateway.control("POST", "scenarios", { kind: "error" });
  await gateway.sandbox.reset();
  expect((await (await gateway.as("corner-cafe"))(list)).status).toBe(200);
  expect(await gateway.sandbox.notifyKeys()).toEqual(keys);
});
