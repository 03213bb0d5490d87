import { expect, test } from "vitest";
import { toPageAddress } from "./require-staff.ts";

test.each([
  [
    "/sandbox/corner-cafe/transactions?from=2026-03-01&to=2026-03-02",
    "/sandbox/corner-cafe/transactions?from=2026-03-01&to=2026-03-02",
  ],
  ["/sandbox/transactions?q=a%20b&_rsc=1x2y3", "/sandbox/transactions?q=a+b"],
  ["/sandbox/lookup?_rsc=1x2y3", "/sandbox/lookup"],
  ["/sandbox/moda-ritorni/transactions/RF%2F1%20A", "/sandbox/moda-ritorni/transactions/RF%2F1%20A"],
  ["http://[", "/"],
  [null, "/"],
])("%j is the page %j", (target, page) => {
  expect(toPageAddress(target)).toBe(page);
});
