import { afterAll, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "../connection/open-store.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { consumeRateLimit, type RateLimit, refundRateLimit } from "./rate-limits.ts";

let store: TestStore;
let processes: Store[];
beforeAll(async () => {
  store = await createTestStore();
  processes = Array.from({ length: 4 }, () => openStore({ url: store.url, connectionsMax: 4 }));
});
afterAll(async () => {
  await Promise.all(processes.map((each) => each.close()));
  await store.drop();
});

/** Does not refill within a test. */
const allowance = (): RateLimit => ({ key: crypto.randomUUID(), capacity: 6, perSecond: 1e-9 });

const takeEverywhere = (tries: RateLimit, times: number) =>
  Promise.all(
    Array.from({ length: times }, (_, at) => consumeRateLimit(processes[at % processes.length]?.db ?? store.db, tries)),
  );

// Would win: as many guesses more as there are processes.
test("a rate limit is shared by all processes, even concurrently", async () => {
  const tries = allowance();
  const results = await takeEverywhere(tries, 60);
  expect(results.filter(({ granted }) => granted)).toHaveLength(6);
  expect((await consumeRateLimit(store.db, tries)).granted).toBe(false);
});

test("an attempt returned by one process is available to another", async () => {
  const tries = allowance();
  await takeEverywhere(tries, 6);
  await refundRateLimit(processes[1]?.db ?? store.db, tries);
  const results = await takeEverywhere(tries, 8);
  expect(results.filter(({ granted }) => granted)).toHaveLength(1);
});
