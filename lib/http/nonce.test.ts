import { expect, it } from "vitest";
import { newNonce } from "./nonce.ts";

it("never returns the same 128 bits twice, over several batches", () => {
  const all = Array.from({ length: 2_000 }, newNonce);
  expect(new Set(all).size).toBe(2_000);
  expect(all.every((nonce) => /^[A-Za-z0-9_-]{22}$/.test(nonce))).toBe(true);
});
