import { beforeAll, expect, test, vi } from "vitest";
import type { RememberedCheck } from "./check-memory.ts";

let memory: typeof import("./check-memory.ts");
let goBack: () => void = () => {};
beforeAll(async () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", (type: string, listener: () => void) => {
    if (type === "popstate") goBack = listener;
  });
  memory = await import("./check-memory.ts");
});

const cafe = { environment: "sandbox", merchant: "corner-cafe" };
const checkOf = (name: string, state: RememberedCheck["run"]["state"]) =>
  ({ source: { name }, run: { state } }) as RememberedCheck;

test("the last check is found again by going back to its merchant, not by a link", () => {
  memory.rememberCheck(cafe, checkOf("orders.csv", "done"));
  expect(memory.recallCheck(cafe)).toBeUndefined();
  goBack();
  expect(memory.recallCheck(cafe)).toEqual(checkOf("orders.csv", "done"));
  expect(memory.recallCheck({ ...cafe, merchant: null })).toBeUndefined();
  memory.rememberCheck({ ...cafe, merchant: "zum-anker" }, checkOf("bar.csv", "done"));
  expect(memory.recallCheck(cafe)).toBeUndefined();
});

test("a check that ended with its page can be started again, and a file that was removed is gone", () => {
  memory.rememberCheck(cafe, checkOf("orders.csv", "running"));
  goBack();
  expect(memory.recallCheck(cafe)?.run.state).toBe("idle");
  memory.rememberCheck(cafe, undefined);
  expect(memory.recallCheck(cafe)).toBeUndefined();
});
