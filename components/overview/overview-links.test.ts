import { expect, test } from "vitest";
import { overviewLinks } from "./overview-links.ts";

const days = { from: "2026-03-01", to: "2026-03-31" };

test("a link holds the period and the filter, and nothing that is not set", () => {
  const all = overviewLinks({ environment: "sandbox", merchant: null }, days);
  expect(all.transactions({ currency: "EUR", sign: "credit", type: null })).toBe(
    "/sandbox/transactions?from=2026-03-01&to=2026-03-31&currency=EUR&sign=credit",
  );
  const one = overviewLinks({ environment: "demo", merchant: "corner-cafe" }, days);
  expect(one.notifications({ verdict: "invalid" })).toBe(
    "/demo/corner-cafe/notifications?from=2026-03-01&to=2026-03-31&verdict=invalid",
  );
});

test("a period that knows more than its days puts only them into the address", () => {
  const period = { ...days, before: { from: "2026-02-01", to: "2026-02-28" } };
  const links = overviewLinks({ environment: "sandbox", merchant: null }, period);
  expect(links.transactions({})).toBe("/sandbox/transactions?from=2026-03-01&to=2026-03-31");
});

test("a day's own bar leads to that day only", () => {
  const links = overviewLinks({ environment: "sandbox", merchant: null }, days);
  expect(links.payments({ from: "2026-03-07", to: "2026-03-07" })).toBe("/sandbox/payments?from=2026-03-07&to=2026-03-07");
});
