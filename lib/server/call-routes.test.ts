import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallErrors, CallList } from "#lib/contract/call.ts";
import { deleteOldCalls, insertCalls, type NewGatewayCall } from "#lib/db/gateway-calls/gateway-calls.ts";
import { gatewayCall } from "#lib/db/schema/gateway-call.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";

const dayMs = 86_400_000;
let app: TestApp;
let ids: { cafe: string; bakery: string };
beforeAll(async () => {
  app = await openTestApp();
  ids = { cafe: await app.addMerchant("corner-cafe"), bakery: await app.addMerchant("bakery") };
  const failed = { status: 503, path: "/accounting/v1/transactions" };
  const silent = {
    status: null,
    failure: "timeout" as const,
    problem: { message: "No answer in time.", reason: "gateway_timeout" },
  };
  await insertCalls(app.store.db, [
    toCall(1, { method: "POST", path: "/api/v1/oauth/token" }),
    toCall(2, { merchantId: ids.cafe }),
    toCall(3, { merchantId: ids.bakery, process: "second:2" }),
    toCall(4, { calls: 312 }),
    toCall(5, { merchantId: ids.cafe, ...failed }),
    toCall(6, { merchantId: ids.bakery, ...failed }),
    toCall(7, { merchantId: ids.bakery, ...silent }),
    toCall(8, { merchantId: ids.bakery, ...failed, at: new Date(Date.now() - 3 * dayMs) }),
    toCall(9, { merchantId: ids.cafe, ...failed, at: new Date(Date.now() - 7 * dayMs - 60_000) }),
  ]);
});
afterAll(() => app.close());

function toCall(index: number, call: Partial<NewGatewayCall>): NewGatewayCall {
  return {
    ...{
      environment: "sandbox",
      merchantId: null,
      paymentId: null,
      reference: null,
      method: "GET",
      path: "/accounting/v1/accounts",
    },
    ...{ status: 200, failure: null, problem: null, calls: 1, ms: 12, attempt: 1, process: "first:1" },
    at: new Date(Date.now() - 60_000 + index),
    ...call,
  };
}

async function read<Answer>(path: string, cookie: string): Promise<Answer> {
  const response = await app.call({ path: `/api/sandbox/${path}`, cookie });
  expect(response.status).toBe(200);
  return response.json();
}

async function seen(cookie: string, query = ""): Promise<[number, string | null][]> {
  const { items } = await read<CallList>(`calls?${query}`, cookie);
  return items.map(({ id, merchant }) => [id, merchant]);
}

test("calls of all processes are listed in order, and those of several merchants as one", async () => {
  const { cookie } = await app.addPerson({ role: "support" });
  expect(await seen(cookie)).toEqual([
    [8, "bakery"],
    [1, null],
    [2, "corner-cafe"],
    [3, "bakery"],
    [4, null],
    [5, "corner-cafe"],
    [6, "bakery"],
    [7, "bakery"],
  ]);
  expect(await seen(cookie, "after=6")).toEqual([
    [8, "bakery"],
    [7, "bakery"],
  ]);
  const { items } = await read<CallList>("calls", cookie);
  expect(items.map(({ process }) => process)).toContain("second:2");
  expect(items[1]).toMatchObject({ kind: "token", status: 200, calls: 1 });
  expect(items[4]).toMatchObject({ kind: "accounts_list", calls: 312 });
  expect(items[7]).toMatchObject({ status: null, problem: "No answer in time.", problemDetails: { reason: "gateway_timeout" } });
});

// Attack: learning when and how often another merchant is queried.
test("another merchant's calls are not listed, nor those that several share", async () => {
  const { cookie } = await app.addPerson({ role: "support", merchants: ["sandbox/bakery"] });
  expect(await seen(cookie)).toEqual([
    [8, "bakery"],
    [1, null],
    [3, "bakery"],
    [6, "bakery"],
    [7, "bakery"],
  ]);
  const { groups } = await read<CallErrors>("calls/errors", cookie);
  expect(groups.map(({ calls, merchants }) => [calls, merchants])).toEqual([
    [1, 1],
    [1, 1],
  ]);
  for (const path of ["calls", "calls/errors"]) {
    const response = await app.call({ path: `/api/sandbox/${path}?merchant=corner-cafe`, cookie });
    expect(response.status).toBe(404);
  }
});

test("errors are grouped by operation and outcome, over hours or days, and lead to their calls", async () => {
  const { cookie } = await app.addPerson({ role: "support" });
  const today = await read<CallErrors>("calls/errors", cookie);
  const [first, second] = today.groups;
  expect(first).toMatchObject({ kind: "transactions_list", status: 503, failure: null, calls: 2, merchants: 2 });
  expect(second).toMatchObject({ kind: "accounts_list", status: null, failure: "timeout", calls: 1, merchants: 1 });
  expect(today.steps).toHaveLength(24);
  expect(first?.counts.reduce((sum, count) => sum + count, 0)).toBe(2);
  const week = await read<CallErrors>("calls/errors?period=week", cookie);
  expect(week.groups[0]).toMatchObject({ status: 503, calls: 3 });
  expect(week.steps).toHaveLength(7);
  expect(week.groups[0]?.counts.filter((count) => count > 0).length).toBeGreaterThanOrEqual(2);
  const ofGroup = `method=GET&path=${encodeURIComponent("/accounting/v1/transactions")}&outcome=503`;
  expect((await seen(cookie, ofGroup)).map(([id]) => id)).toEqual([8, 5, 6]);
  expect((await seen(cookie, `${ofGroup}&merchant=corner-cafe`)).map(([id]) => id)).toEqual([5]);
  const silent = `method=GET&path=${encodeURIComponent("/accounting/v1/accounts")}&outcome=timeout`;
  expect((await seen(cookie, silent)).map(([id]) => id)).toEqual([7]);
  const viewer = await app.addPerson({ role: "viewer" });
  expect((await app.call({ path: "/api/sandbox/calls/errors", cookie: viewer.cookie })).status).toBe(403);
});

test("calls older than seven days are deleted", async () => {
  const stored = async () => (await app.store.db.select({ id: gatewayCall.id }).from(gatewayCall)).map(({ id }) => id);
  expect(await stored()).toContain(9);
  expect(await deleteOldCalls(app.store.db, new Date())).toBe(1);
  expect((await stored()).toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});
