import { expect, test } from "vitest";
import { decideRetry } from "./backoff.ts";
import type { ForwardMode, ShopTry } from "./ports.ts";

const queuedAt = new Date("2026-03-04T11:20:05Z");
const hourMs = 3_600_000;
const tried = (problem: string | null, afterMs = 0): ShopTry => {
  const message = problem === null ? null : { message: problem, reason: "test" };
  return { at: new Date(queuedAt.getTime() + afterMs), status: null, ms: 1, problem: message, answer: null };
};
const verifyNotification = (
  shopTry: ShopTry,
  changes: { mode?: ForwardMode; method?: string; attempts?: number; random?: number } = {},
) => decideRetry({ mode: "desk_answers", method: "IPCPurchaseNotify", attempts: 1, queuedAt, random: 0.5, ...changes }, shopTry);

test("a shop that never responds is retried for three days with growing pauses, and once at the end", () => {
  const tries: number[] = [0];
  for (let attempts = 1; ; attempts++) {
    const verdict = verifyNotification(tried("away", tries.at(-1)), { attempts });
    if (verdict.state !== "pending") {
      expect(verdict.state).toBe("dead");
      break;
    }
    tries.push(verdict.dueAt.getTime() - queuedAt.getTime());
  }
  const pauses = tries.slice(1).map((at, index) => at - (tries[index] ?? 0));
  expect(pauses.slice(0, 4)).toEqual([10_000, 30_000, 60_000, 120_000]);
  expect(pauses.slice(0, -1)).toEqual(pauses.slice(0, -1).toSorted((left, right) => left - right));
  expect(Math.max(...pauses)).toBe(6 * hourMs);
  expect(tries.at(-1)).toBe(72 * hourMs);
  expect(tries.length).toBeGreaterThan(18);
});

test("pauses vary by ten percent either way", () => {
  const pauseOf = (random: number) => {
    const verdict = verifyNotification(tried("away"), { random });
    return verdict.state === "pending" ? verdict.dueAt.getTime() - queuedAt.getTime() : 0;
  };
  expect([pauseOf(0), pauseOf(1)]).toEqual([9_000, 11_000]);
});

test("a delivery that waited for more than three days while the app was down is still attempted", () => {
  expect(verifyNotification(tried(null, 100 * hourMs)).state).toBe("delivered");
  expect(verifyNotification(tried("away", 100 * hourMs)).state).toBe("dead");
});

test("a payment that the shop refused is never retried automatically; its rollback is", () => {
  expect(verifyNotification(tried("no"), { mode: "shop_answers" }).state).toBe("refused");
  expect(verifyNotification(tried("no"), { mode: "shop_answers", method: "IPCPreAuthorizationNotify" }).state).toBe("refused");
  expect(verifyNotification(tried("no"), { mode: "shop_answers", method: "IPCPurchaseRollback" }).state).toBe("pending");
});
