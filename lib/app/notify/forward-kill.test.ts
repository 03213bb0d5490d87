// @module-tag long: kills processes, or keeps one busy.

import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import path from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { listForwardRows } from "#lib/db/forwarding/forward-list.ts";
import { createForwardFixture } from "#lib/db/testing/forward-fixture.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { answerWith, openTestMerchantServer, type TestMerchantServer } from "#lib/notifications/forwarding/testing/shop.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";

let store: TestStore;
let shop: TestMerchantServer;
const key = randomBytes(32);
const children: ChildProcess[] = [];

beforeAll(async () => {
  [store, shop] = await Promise.all([createTestStore(), openTestMerchantServer()]);
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(async () => {
  await Promise.all([store.drop(), shop.close()]);
});

function startWorker(): ChildProcess {
  const env = { ...process.env, DATABASE: store.url, VAULT_KEY: key.toString("base64"), SHOP: shop.host };
  const child = spawn(process.execPath, [path.resolve("lib/app/testing/forward-child.ts")], { env, stdio: "ignore" });
  children.push(child);
  return child;
}

test("a worker killed with -9 during a request loses nothing: another worker sends it again", {
  meta: { slow: "Starts two processes and kills one." },
}, async () => {
  const fixture = createForwardFixture(store.db, key);
  const target = { mode: "desk_answers", url: shop.url } as const;
  const endpointId = await fixture.addEndpoint(target);
  const orders = Array.from({ length: 6 }, (_, index) => `KILL-${index}`);
  const sent = new Map<string, Buffer>();
  for (const orderId of orders) {
    const { id, body } = await fixture.receive(endpointId, target, notifyEntries({ orderId }));
    sent.set(id, body);
  }

  const first = startWorker();
  // Killed during its requests: the shop has read them and not responded.
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
