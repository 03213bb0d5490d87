import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const folders = "{app,components,e2e,lib,messages,scripts,security,tools}";
const files = globSync([`${folders}/**/*.{test.ts,test.tsx,spec.ts}`, "e2e/**/*.ts"], { exclude: ["**/node_modules"] });

/** Matching lines of all tests, with their positions. */
function linesWith(pattern: RegExp): string[] {
  return files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
  );
}

// A slow machine must not fail a test: durations are measured by `npm run bench`.
test("no test reads a stopwatch", () => {
  const stopwatch = /performance\.(now|mark|measure)\(|process\.hrtime|console\.time\(/;
  const given = /monotonic: \(\) => performance\.now\(\)/;
  expect(files.length).toBeGreaterThan(200);
  expect(linesWith(stopwatch).filter((line) => !given.test(line) && !line.startsWith("scripts/support/test-rules"))).toEqual([]);
});

// The timeout of a wait is declared once (lib/core/testing/wait-ms.ts). Only a step of a reloading loop may be shorter.
test("no test has a limit of its own for what it waits for", () => {
  expect(linesWith(/timeout: ?\d{2,}_000|test\.setTimeout\(/).filter((line) => !line.startsWith("scripts/support/"))).toEqual([]);
});

// One in ten of these numbers could be a card's, which would be masked: `stamp` (e2e/support/app.ts) has letters.
test("no test writes the clock's number into a text", () => {
  expect(linesWith(/\$\{Date\.now\(\)\}/).filter((line) => !line.startsWith("scripts/support/"))).toEqual([]);
});
