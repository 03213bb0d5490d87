import { expect, test } from "vitest";
import { isFound } from "./use-tour-progress.ts";

const link = { orderId: "ORD-1A", trnref: "800017", notifications: [] };
const search = (data: unknown, key = ["sandbox", "*", "find", "ord-1a"]) => [{ queryKey: key, state: { data } }];
const hits = (hit: object) => ({ hits: [hit] });

test("a hit of its order, of its reference or of its notification is the payment", () => {
  expect(isFound(search(hits({ reference: "ORD-1A" })), link)).toBe(true);
  expect(isFound(search(hits({ reference: "800017" }), ["sandbox", "*", "quick-find", "8000"]), link)).toBe(true);
  const notified = { id: "n-1", receivedAt: "", method: "", verdict: "valid" as const };
  const found = search(hits({ reference: "X", href: "/sandbox/corner-cafe/notifications/n-1" }));
  expect(isFound(found, { ...link, notifications: [notified] as never })).toBe(true);
});

test("other hits, no hit, another environment and rows that merely came in a list are not", () => {
  expect(isFound(search(hits({ reference: "ORD-1AB" })), link)).toBe(false);
  expect(isFound(search(undefined), link)).toBe(false);
  expect(isFound(search(hits({ reference: "ORD-1A" }), ["demo", "*", "find", "x"]), link)).toBe(false);
  expect(isFound(search({ items: [{ orderId: "ORD-1A" }] }, ["sandbox", "*", "notifications", "x"]), link)).toBe(false);
});
