import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { createForwardWorker, type ForwardWorker } from "./forward-worker.ts";
import type { DueForward, ForwardRows, SendToShop, ShopTry } from "./ports.ts";

let worker: ForwardWorker | undefined;
const over = Promise.withResolvers<void>();
afterEach(async () => {
  const stopping = worker?.stop();
  over.resolve();
  await stopping;
});

const due = (endpointId: string): DueForward => ({
  ...{ deliveryId: randomUUID(), round: 1, endpointId, method: "IPCPurchaseNotify", mode: "desk_answers", url: endpointId },
  ...{ body: new Uint8Array(), headers: [], receivedAt: new Date(), attempt: 1, queuedAt: new Date() },
});
const tryOf = (text: string | null): ShopTry => {
  const problem = text === null ? null : { message: text, reason: "test" };
  return { at: new Date(), status: 200, ms: 1, problem, answer: null };
};

test("unreachable shops never use up all concurrent requests", async () => {
  const away = Array.from({ length: 200 }, (_, at) => `away-${at}`);
  const failed = new Set<string>();
  let hanging = 0;
  const send: SendToShop = async (url) => {
    if (url === "healthy") return tryOf(null);
    if (!failed.has(url)) {
      failed.add(url);
      return tryOf("refused");
    }
    hanging++;
    await over.promise;
    return tryOf("silent");
  };
  let isHealthyDue = false;
  let delivered = 0;
  const rows: ForwardRows = {
    async claim({ limit, busy }) {
      await nextTurn();
      const wanted = [...away, ...(isHealthyDue ? ["healthy"] : [])].filter((id) => !busy.includes(id));
      return (isHealthyDue ? wanted.reverse() : wanted).slice(0, limit).map(due);
    },
    findAsked: async () => undefined,
    hurryEarlier: async () => {},
    async settle(_, { state }) {
      if (state === "delivered") delivered++;
    },
  };
  worker = createForwardWorker({ rows, send, clock: systemClock, note: () => {}, limits: { pollMs: 5 } });
  worker.start();
  await expect.poll(() => hanging).toBeGreaterThanOrEqual(32);
  isHealthyDue = true;
  await expect.poll(() => delivered).toBeGreaterThan(20);
  expect(hanging).toBeLessThan(64);
});
