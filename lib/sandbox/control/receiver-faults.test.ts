import { beforeEach, expect, test } from "vitest";
import { createMemoryStorage } from "../memory-storage.ts";
import { createTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

const merchant = "corner-cafe";
const minuteMs = 60_000;
let gateway: TestSandbox;
beforeEach(() => {
  gateway = createTestSandbox();
});

const start = (body: object) => gateway.control("POST", "receiver-faults", { merchant, kind: "error", ...body });
const now = async () => JSON.parse((await gateway.control("GET", `receiver-faults?merchant=${merchant}`)).text);
const take = async () => (await gateway.sandbox.takeReceiverFault(merchant))?.kind;

test("as many notifications of the one merchant fail as were asked for, and then it has ended", async () => {
  expect([await now(), await take()]).toEqual([null, undefined]);
  await start({ count: 2 });
  const endsAt = gateway.clock.now() + 10 * minuteMs;
  expect(await now()).toEqual({ kind: "error", left: 2, endsAt });
  expect(await gateway.sandbox.takeReceiverFault("hotel-lumiere")).toBeUndefined();
  expect([await take(), (await now()).left, await take(), await now(), await take()]).toEqual([
    ...["error", 1, "error", null],
    undefined,
  ]);
});

test("it ends by itself when its time is over, whether a notification came or not", async () => {
  await start({ kind: "silent", count: 20, minutes: 1 });
  gateway.clock.advance(minuteMs - 1);
  expect(await take()).toBe("silent");
  gateway.clock.advance(1);
  expect([await now(), await take()]).toEqual([null, undefined]);
});

test("concurrent notifications in several processes never take more than there are", async () => {
  const storage = createMemoryStorage();
  gateway = createTestSandbox({ storage });
  const other = createTestSandbox({ storage });
  await start({ count: 5 });
  const sandboxes = Array.from({ length: 16 }, (_, index) => (index % 2 === 0 ? gateway : other).sandbox);
  const taken = await Promise.all(sandboxes.map((sandbox) => sandbox.takeReceiverFault(merchant)));
  expect(taken.filter((fault) => fault !== undefined)).toHaveLength(5);
});

test("an answer is held back longer than this gateway waits, also after its settings changed", async () => {
  await start({ kind: "late", count: 2 });
  expect((await gateway.sandbox.takeReceiverFault(merchant))?.holdMs).toBeGreaterThan(10_000);
  await gateway.control("POST", "settings", { notifyTimeoutMs: 30_000 });
  expect((await gateway.sandbox.takeReceiverFault(merchant))?.holdMs).toBeGreaterThan(30_000);
});

test("it can be ended, replaced and is gone after a reset; other values are refused", async () => {
  await start({ count: 3 });
  await start({ kind: "late" });
  expect(await now()).toMatchObject({ kind: "late", left: 1 });
  await gateway.control("DELETE", `receiver-faults?merchant=${merchant}`);
  expect(await now()).toBeNull();
  await start({});
  await gateway.sandbox.reset();
  expect(await now()).toBeNull();
  for (const wrong of [{ count: 0 }, { count: 21 }, { minutes: 61 }, { kind: "crash" }, { merchant: "nobody" }]) {
    expect((await start(wrong)).status).toBeGreaterThanOrEqual(400);
  }
});
