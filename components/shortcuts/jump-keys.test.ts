import { expect, test } from "vitest";
import { createJumpKeys } from "./jump-keys.ts";
import { isShortcut } from "./shortcuts.ts";

const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false };
type Changes = Partial<Record<keyof typeof none, boolean>>;

function pressAll(...keys: readonly (readonly [key: string, at: number, changes?: Changes])[]) {
  const jump = createJumpKeys();
  return keys.map(([key, timeStamp, changes]) => jump.press({ ...none, ...changes, key, timeStamp }));
}

test("g and a letter lead to a page, and the letter alone keeps its meaning", () => {
  expect(pressAll(["g", 0], ["t", 400])).toEqual(["begun", "goTransactions"]);
  expect(pressAll(["g", 0], ["n", 400])).toEqual(["begun", "goNotifications"]);
  expect(pressAll(["g", 0], ["p", 400])).toEqual(["begun", "goPayments"]);
  expect(pressAll(["g", 0], ["o", 400])).toEqual(["begun", "goOverview"]);
  expect(pressAll(["p", 0], ["t", 1])).toEqual([undefined, undefined]);
  expect(isShortcut({ ...none, key: "p" }, "preview")).toBe(true);
  expect(isShortcut({ ...none, key: "p" }, "goPayments")).toBe(false);
});

test("on a layout without Latin letters the same keys lead there", () => {
  const jump = createJumpKeys();
  expect(jump.press({ ...none, key: "г", code: "KeyG", timeStamp: 0 })).toBe("begun");
  expect(jump.press({ ...none, key: "т", code: "KeyT", timeStamp: 400 })).toBe("goTransactions");
});

test("a late, an interrupted or a held key leads nowhere", () => {
  expect(pressAll(["g", 0], ["t", 1_501])).toEqual(["begun", undefined]);
  expect(pressAll(["g", 0], ["x", 10], ["t", 20])).toEqual(["begun", undefined, undefined]);
  expect(pressAll(["g", 0], ["g", 10, { repeat: true }], ["t", 20])).toEqual(["begun", undefined, undefined]);
  expect(pressAll(["g", 0], ["t", 10, { ctrlKey: true }])).toEqual(["begun", undefined]);
  expect(pressAll(["g", 0], ["g", 900], ["t", 2_000])).toEqual(["begun", "begun", "goTransactions"]);
});
