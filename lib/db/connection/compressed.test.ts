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

test("text that is stored beside a value takes almost no room in it, and no other value comes of another text", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.uint8Array({ maxLength: 300 }), (known, other, plain) => {
      const stored = compress(plain, known);
      expect(decompress(stored, known)).toEqual(Buffer.from(plain));
      expect(stored.length).toBeLessThanOrEqual(plain.length + 1);
      expect(resultOf(() => decompress(stored, other))).toSatisfy((result) => result === undefined || result.equals(plain));
    }),
  );
  const known = "the order 83107 of the shop";
  expect(compress(Buffer.from(`name=${known}`), known).length).toBeLessThan(16);
  expect(() => decompress(compress(Buffer.from(`name=${known}`), known), known.toUpperCase())).toThrow(VaultError);
  expect(() => decompress(compress(Buffer.from(`name=${known}`), known))).toThrow(VaultError);
});

function resultOf(work: () => Buffer): Buffer | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

test("a format that this version does not know is an error", () => {
  expect(() => decompress(Buffer.of(9, 1, 2))).toThrow(VaultError);
});
