import { beforeAll, expect, test, vi } from "vitest";
import type { KeptCheck } from "./kept-check.ts";

let kept: typeof import("./kept-check.ts");
let goBack: () => void = () => {};
beforeAll(async () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => {
    goBack = listener;
  });
  kept = await import("./kept-check.ts");
});

const cafe = { environment: "sandbox", merchant: "corner-cafe" };
const checkOf = (name: string, state: KeptCheck["run"]["state"]) => ({ source: { name }, run: { state } }) as KeptCheck;

test("the last check is found again by going back to its merchant, not by a link", () => {
  kept.keepCheck(cafe, checkOf("orders.csv", "done"));
  expect(kept.recallCheck(cafe)).toBeUndefined();
  goBack();
  expect(kept.recallCheck(cafe)).toEqual(checkOf("orders.csv", "done"));
  expect(kept.recallCheck({ ...cafe, merchant: null })).toBeUndefined();
  kept.keepCheck({ ...cafe, merchant: "zum-anker" }, checkOf("bar.csv", "done"));
  expect(kept.recallCheck(cafe)).toBeUndefined();
});

test("a check that ended with its page can be started again, and a file that was removed is gone", () => {
  kept.keepCheck(cafe, checkOf("orders.csv", "running"));
  goBack();
  expect(kept.recallCheck(cafe)?.run.state).toBe("idle");
  kept.keepCheck(cafe, undefined);
  expect(kept.recallCheck(cafe)).toBeUndefined();
});
