import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { untilRoom } from "./until-room.ts";

async function keepBusy(signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    for (const until = performance.now() + 20; performance.now() < until; );
    await wait(0);
  }
}

test("an idle process has room after one look", async () => {
  const startedAt = performance.now();
  await untilRoom({ mostMs: 60_000 });
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

test("a busy one is waited for until it no longer is", async () => {
  const busy = new AbortController();
  const work = keepBusy(busy.signal);
  let hasRoom = false;
  const waiting = untilRoom({ mostMs: 60_000 }).then(() => {
    hasRoom = true;
  });
  await wait(400);
  expect(hasRoom).toBe(false);
  busy.abort();
  await work;
  await waiting;
});

test("work is not put off for ever", async () => {
  const busy = new AbortController();
  const work = keepBusy(busy.signal);
  await untilRoom({ mostMs: 300 });
  busy.abort();
  await work;
});
