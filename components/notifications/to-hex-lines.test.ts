import { expect, test } from "vitest";
import { toHexLines } from "./to-hex-lines.ts";

test("bytes are shown sixteen a line with their offset, unprintable ones as dots", () => {
  const lines = toHexLines(new Uint8Array([...new TextEncoder().encode("IPCmethod=IPCPur"), 0, 255])).split("\n");
  expect(lines[0]).toBe("000000  49 50 43 6d 65 74 68 6f 64 3d 49 50 43 50 75 72  IPCmethod=IPCPur");
  expect(lines[1]).toBe(`000010  ${"00 ff".padEnd(47)}  ..`);
});
