import { expect, test } from "vitest";
import { toUuid } from "./uuid.ts";

test("bytes are a UUID of the version asked for, with its variant", () => {
  const bytes = Buffer.alloc(32, 0xff);
  expect(toUuid(bytes, 7)).toBe("ffffffff-ffff-7fff-bfff-ffffffffffff");
  expect(toUuid(bytes, 8)).toBe("ffffffff-ffff-8fff-bfff-ffffffffffff");
  expect(bytes.every((byte) => byte === 0xff)).toBe(true);
});
