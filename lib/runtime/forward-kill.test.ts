import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "../core/testing/eventually.ts";
import { answerWith, openTestShop, type TestShop } from "../notify/forward/testing/shop.ts";
import { notifyEntries } from "../notify/testing/sign.ts";
import { listForwardRows } from "../store/forward-list.ts";
import { createForwardDesk } from "../store/testing/forward-desk.ts";
import { createTestStore, type TestStore } from "../store/testing/test-store.ts";

let store: TestStore;
let shop: TestShop;
const key = randomBytes(32);
const children: ChildProcess[] = [];

beforeAll(async () => {
  [store, shop] = await Promise.all([createTestStore(), openTestShop()]);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await Promise.all([store.drop(), shop.close()]);
});

function startWorker(): ChildProcess {
  const env = { ...process.env, DATABASE: store.url, VAULT_KEY: key.toString("base64"), SHOP: shop.host };
  const child = spawn(process.execPath, [path.resolve("lib/runtime/testing/forward-child.ts")], { env, stdio: "ignore" });
  children.push(child);
  return child;
}

test("a worker killed with -9 while the shop is being told loses nothing: another tells the shop again", {
  meta: { slow: "Starts two processes and kills one." },
}, async () => {
  const desk = createForwardDesk(store.db, key);
  const target = { mode: "desk_answers", url: shop.url } as const;
  const endpointId = await desk.addEndpoint(target);
  const orders = Array.from({ length: 6 }, (_, index) => `KILL-${index}`);
  const sent = new Map<string, Buffer>();
  for (const orderId of orders) {
    const { id, body } = await desk.receive(endpointId, target, notifyEntries({ orderId }));
    sent.set(id, body);
  }

  const first = startWorker();
  // It dies in the middle of its tries: the shop has read them and not answered.
  shop.answer = () => void first.kill("SIGKILL");
  await once(first, "exit");
  expect(first.signalCode).toBe("SIGKILL");
  shop.answer = answerWith(200, "OK");
  startWorker();

  const rows = () => listForwardRows(store.db, { endpointId, limit: 50 });
  await eventually(async () => expect((await rows()).map(({ state }) => state)).toEqual(orders.map(() => "delivered")));
  const told = new Map(shop.received.map(({ headers, body }) => [headers["x-counterfoil-delivery"], body]));
  for (const [id, body] of sent) expect(told.get(id)?.equals(body)).toBe(true);
});
