import { expect, test } from "vitest";
import { toStorableJson, toStorableText } from "./storable.ts";

test("NUL and half surrogates, which PostgreSQL refuses, become the replacement character", () => {
  expect(toStorableText("a\u0000b\ud800")).toBe("a\ufffdb\ufffd");
  expect(toStorableJson({ "k\u0000": ["\u0000", { deep: "\udc00" }], n: 1, none: null })).toEqual({
    "k\ufffd": ["\ufffd", { deep: "\ufffd" }],
    n: 1,
    none: null,
  });
});

test("everything else stays as it is", () => {
  expect(toStorableText("Café 😀 日本")).toBe("Café 😀 日本");
});
