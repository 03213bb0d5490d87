import fc from "fast-check";
import { expect, test } from "vitest";
import { parseCursor, toCursor } from "./keyset-cursor.ts";

const merchantId = "3f0c1c1e-7c43-4b0e-9a53-0d8a4d2f6a10";

test("a cursor is parsed back to its key", () => {
  fc.assert(
    fc.property(
      fc.date({ noInvalidDate: true }),
      fc.string({ maxLength: 200 }),
      fc.option(fc.maxSafeInteger()),
      fc.boolean(),
      (occurredAt, id, amountMinor, isBackward) => {
        const key = { occurredAt, id, merchantId, amountMinor };
        const cursor = toCursor(key, { order: "newest" }, { isBackward });
        expect(parseCursor(cursor, { order: "newest" })).toEqual({ ...key, isBackward });
      },
    ),
  );
});

test("a cursor of another filter or order is refused by name", () => {
  const cursor = toCursor({ occurredAt: new Date(0), id: "1", merchantId }, { order: "newest" });
  expect(() => parseCursor(cursor, { order: "oldest" })).toThrowError(
    expect.objectContaining({ code: "invalid_input", fields: [expect.objectContaining({ field: "cursor" })] }),
  );
});

test("any other input is refused, never an internal error", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json().map((text) => Buffer.from(text).toString("base64url")),
      ),
      (text) => {
        expect(() => parseCursor(text, {})).toThrowError(expect.objectContaining({ code: "invalid_input" }));
      },
    ),
  );
});
