import { afterAll, beforeAll, expect, test } from "vitest";
import type { LoggedCall } from "#lib/services/context.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";

let app: TestApp;
let ids: { cafe: string; bakery: string };
beforeAll(async () => {
  app = await openTestApp();
  ids = { cafe: await app.addMerchant("corner-cafe"), bakery: await app.addMerchant("bakery") };
  app.runtime.gateways = { ...app.runtime.gateways, recentCalls: (_, after) => calls().filter(({ id }) => id > after) };
});
afterAll(() => app.close());

function calls(): LoggedCall[] {
  const common = { environment: "sandbox" as const, method: "GET", status: 200, ms: 12, attempt: 1, requestId: "r" };
  const call = (id: number, merchantId: string | null): LoggedCall => ({
    ...common,
    id,
    merchantId,
    path: "/v1/accounting/accounts",
    at: new Date(1_772_600_000_000 + id),
    problem: null,
    clockSkewSeconds: null,
  });
  return [call(1, null), call(2, ids.cafe), call(3, ids.bakery)];
}

async function seen(cookie: string, after = 0): Promise<[number, string | null][]> {
  const response = await app.call({ path: `/api/sandbox/calls?after=${after}`, cookie });
  expect(response.status).toBe(200);
  const { items } = await response.json();
  return items.map(({ id, merchant }: { id: number; merchant: string | null }) => [id, merchant]);
}

test("calls of allowed merchants, and of the integration, are listed in order", async () => {
  const { cookie } = await app.addPerson({ role: "support" });
  expect(await seen(cookie)).toEqual([
    [1, null],
    [2, "corner-cafe"],
    [3, "bakery"],
  ]);
  expect(await seen(cookie, 2)).toEqual([[3, "bakery"]]);
});

// Attack: learning when and how often another merchant is queried.
test("another merchant's calls are not listed", async () => {
  const { cookie } = await app.addPerson({ role: "support", merchants: ["sandbox/bakery"] });
  expect(await seen(cookie)).toEqual([
    [1, null],
    [3, "bakery"],
  ]);
});
