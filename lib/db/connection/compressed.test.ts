import fc from "fast-check";
import { expect, test } from "vitest";
import { VaultError } from "#lib/vault/aead.ts";
import { createCompression } from "./compressed.ts";

const { compress, decompress } = createCompression("name=value&signature=");

test("any bytes are restored exactly, with at most one byte of overhead", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (plain) => {
      const stored = compress(plain);
      expect(decompress(stored)).toEqual(Buffer.from(plain));
      expect(stored.length).toBeLessThanOrEqual(plain.length + 1);
    }),
  );
});

test("typical values compress to almost nothing", () => {
  expect(compress(Buffer.from("name=value&signature=1")).length).toBeLessThan(12);
});

test("a format that this version does not know is an error", () => {
  expect(() => decompress(Buffer.of(9, 1, 2))).toThrow(VaultError);
});
