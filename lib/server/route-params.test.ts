import fc from "fast-check";
import { expect, test } from "vitest";
import { readRouteAddress } from "./route-params.ts";

const path = (reference: string) => `/api/sandbox/corner-cafe/transactions/${reference}`;

test("a reference arrives exactly once decoded, whether Next hands it over encoded or decoded", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 1 }), (reference) => {
      fc.pre(!reference.includes("\0") && !/[\ud800-\udfff]/.test(reference.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")));
      const encoded = encodeURIComponent(reference);
      for (const given of [encoded, reference]) {
        const { params } = readRouteAddress(path(encoded), { environment: "sandbox", merchant: "corner-cafe", reference: given });
        expect(params.reference).toBe(reference);
      }
    }),
  );
});

test("a reference with a slash, a space and a per cent sign is not decoded twice", () => {
  const reference = "A/B C%2F";
  const { params, route } = readRouteAddress(path(encodeURIComponent(reference)), {
    environment: "sandbox",
    merchant: "corner-cafe",
    reference,
  });
  expect(params.reference).toBe(reference);
  expect(route).toBe("/api/{environment}/{merchant}/transactions/{reference}");
});

test.each(["%", "%zz", "%00", "a%00b"])("%s names nothing we have", (segment) => {
  expect(() => readRouteAddress(path(segment), { environment: "sandbox", reference: segment })).toThrow(
    expect.objectContaining({ code: "not_found" }),
  );
});
