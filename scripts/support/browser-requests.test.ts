import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("every request of a page goes one way: with its time limit, the sign-in and the re-authentication", () => {
  const files = globSync("{components,lib/queries}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(300);
  expect(files.filter((file) => /\bfetch\(|XMLHttpRequest|sendBeacon/.test(readFileSync(file, "utf8")))).toEqual([
    "lib/queries/send.ts",
  ]);
});
