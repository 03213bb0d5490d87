import fc from "fast-check";
import { expect, test } from "vitest";
import { operations } from "#lib/contract/operations.ts";
import { findRoute } from "./find-route.ts";
import { addressOf } from "./testing/operation-calls.ts";

const path = (reference: string) => `/api/sandbox/corner-cafe/transactions/${reference}`;

test("every address of the API is found, also next to one with a parameter at the same position", () => {
  for (const operation of operations.filter((each) => each.path.startsWith("/api/") && !each.path.startsWith("/api/notify/"))) {
    const { route } = findRoute(addressOf(operation).split("?")[0] ?? "");
    expect(route.path).toBe(operation.path);
    expect(route.operations.get(operation.method.toUpperCase())).toBe(operation);
  }
});

test("a reference is decoded exactly once", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (reference) => {
      fc.pre(!reference.includes("\0") && reference.isWellFormed());
      expect(findRoute(path(encodeURIComponent(reference))).params).toEqual({
        environment: "sandbox",
        merchant: "corner-cafe",
        reference,
      });
    }),
  );
});

test("a reference with a slash, a space and a per cent sign is not decoded twice", () => {
  const reference = "A/B C%2F";
  const { route, params } = findRoute(path(encodeURIComponent(reference)));
  expect(params.reference).toBe(reference);
  expect(route.path).toBe("/api/{environment}/{merchant}/transactions/{reference}");
});

test.each(["%", "%zz", "%00", "a%00b", "A/B"])("%s is not found", (segment) => {
  expect(() => findRoute(path(segment))).toThrow(expect.objectContaining({ code: "not_found" }));
});
