import { expect, test } from "vitest";
import { toLocalPath } from "./to-local-path.ts";

test("a path of this site is returned with its query", () => {
  expect(toLocalPath("/sandbox/transactions?from=2026-03-01")).toBe("/sandbox/transactions?from=2026-03-01");
});

// Attack: a sign-in link that ends on a phishing page.
test.each([
  "https://evil.example/",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "/..//evil.example",
  "javascript:alert(1)",
  "",
  undefined,
  ["/a", "/b"],
])("%j leads to the home page instead", (next) => {
  expect(toLocalPath(next)).toBe("/sandbox");
});
