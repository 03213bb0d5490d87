import { afterEach, beforeEach, expect, test } from "vitest";
import { fixedClock } from "#lib/core/clock.ts";
import type { SandboxStorage } from "../storage.ts";
import { createFailingStorage } from "../testing/failing-storage.ts";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";
import { startTestMerchantServer, type TestMerchantServer } from "../testing/test-shop.ts";

let shop: TestMerchantServer;
let storage: ReturnType<typeof createFailingStorage>;
let gateway: TestSandbox;
const clock = fixedClock(Date.UTC(2026, 10, 20, 12));

beforeEach(async () => {
  shop = await startTestMerchantServer();
  storage = createFailingStorage();
  gateway = createTestSandbox({ storage }, clock);
  await gateway.sandbox.setStore("corner-cafe", shop.addresses);
});
afterEach(() => shop.close());

async function start(): Promise<string> {
  return (await gateway.call("/checkout/corner-cafe?amount=5&currency=EUR&order=FREE")).headers.get("location") ?? "";
}

function send(page: string, act: "pay" | "cancel", to = gateway) {
  return to.call(page, { method: "POST", body: new URLSearchParams({ act, method: "visa" }) });
}

async function expectFree(): Promise<void> {
  clock.advance(60_000);
  await gateway.sandbox.tick();
  expect((await send(await start(), "pay")).headers.get("location")).toContain("IPCPurchaseOK");
}

test.each(["rollback", "order-payer"])("an order id is free after a process was killed before it saved the %s", async (kind) => {
  const page = await start();
  storage.failNext(kind);
  expect((await send(page, "pay")).status).toBe(500);
  await expectFree();
});

/** The sandbox as another process sees it. */
const withStorage = (changed: Partial<SandboxStorage>) => createTestSandbox({ storage: { ...storage, ...changed } }, clock);
const isRefused = async () => (await gateway.call("/checkout/corner-cafe?amount=5&currency=EUR&order=FREE")).status === 409;

test("an order id is free after the process was killed when it had claimed it", async () => {
  const page = await start();
  const increment = () => Promise.reject(new Error("killed"));
  expect((await send(page, "pay", withStorage({ increment }))).status).toBe(500);
  expect(await isRefused()).toBe(true);
  await expectFree();
});

test("an order id is free after it was claimed while its order was being canceled", async () => {
  const page = await start();
  const insert: SandboxStorage["insert"] = async (record) => {
    if (record.kind === "order-payer") await send(page, "cancel");
    return storage.insert(record);
  };
  expect((await send(page, "pay", withStorage({ insert }))).headers.get("location")).toContain("IPCPurchaseCancel");
  expect(await isRefused()).toBe(true);
  await expectFree();
});

test("the claim of an order that nobody paid goes with the order", async () => {
  const page = await start();
  const id = page.split("/").at(-1) ?? "";
  await storage.insert({
    kind: "order-payer",
    key: "corner-cafe FREE",
    group: "corner-cafe",
    at: clock.now(),
    tag: id,
    value: null,
  });
  clock.advance(8 * 86_400_000);
  await gateway.sandbox.removeOld({});
  expect(await storage.count("order-payer", {})).toBe(0);
});

test("what a try to pay that was killed had planned does not reverse the next one while it is paid", async () => {
  const page = await start();
  const increment = () => Promise.reject(new Error("killed"));
  expect((await send(page, "pay", withStorage({ increment }))).status).toBe(500);
  clock.advance(29_000);
  const moved: SandboxStorage["update"] = async (kind, key, change) => {
    const result = await storage.update(kind, key, change);
    if (kind === "order") {
      clock.advance(2_000);
      await gateway.sandbox.tick();
    }
    return result;
  };
  expect((await send(page, "pay", withStorage({ update: moved }))).headers.get("location")).toContain("IPCPurchaseOK");
});
