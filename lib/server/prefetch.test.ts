import { type DehydratedState, infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { endpointsQuery } from "#lib/queries/endpoints.ts";
import { listEndpoints } from "#lib/services/endpoints/endpoints.ts";
import { type Prefetch, prefetch, prefetchOf, prefetchPageOf } from "./prefetch.ts";
import { requestCookies } from "./session.ts";
import { findSignedInStaff, toServiceContext } from "./signed-in-staff.ts";
import { openTestApp, type TestApp, type TestPerson, testOrigin } from "./testing/test-app.ts";

const budget = { pageMs: 5_000, gatewayMs: 250 };
const never = new Promise<never>(() => {});
const answer = queryOptions({ queryKey: ["answer"], queryFn: async () => 42 });
const pageOf = (ageMs: number) => ({ items: [1, 2], asOf: new Date(Date.now() - ageMs).toISOString() });
const list = infiniteQueryOptions({
  queryKey: ["list"],
  queryFn: async () => pageOf(0),
  initialPageParam: null as string | null,
  getNextPageParam: () => null,
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());
// The clock is frozen, so that ages are exact.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
});

test("a result is stored under the browser's query key", async () => {
  const state = await prefetch([prefetchOf(answer, async () => 42)], budget);
  expect(dataOf(state, ["answer"])).toBe(42);
});

test("a list is stored as its first page", async () => {
  const page = pageOf(0);
  const state = await prefetch([prefetchPageOf(list, async () => page)], budget);
  expect(dataOf(state, ["list"])).toEqual({ pages: [page], pageParams: [null] });
});

test("merchants in the results are stored under their own keys, each queried once", async () => {
  const asked: (readonly string[])[] = [];
  const pages = { items: [{ merchant: "two" }, { merchant: "one" }, { merchant: "two", more: { merchant: null } }] };
  const state = await prefetch([prefetchOf(answer, async () => pages as never)], budget, async (slugs) => {
    asked.push(slugs);
    return slugs.map((slug) => ({ queryKey: ["merchant", slug], data: `The ${slug}` }));
  });
  expect(asked).toEqual([["two", "one"]]);
  expect(dataOf(state, ["merchant", "one"])).toBe("The one");
  const failed = await prefetch([prefetchOf(answer, async () => pages as never)], budget, () =>
    Promise.reject(new Error("away")),
  );
  expect(failed.queries).toHaveLength(1);
});

test.each([
  ["read a moment ago counts as new, so the browser asks for it no second time", 9_000, 0],
  ["that could not be brought up to date counts as old as it is, so the browser asks again", 600_000, 600_000],
])("a list %s", async (_, ageMs, countsAsMs) => {
  const state = await prefetch([prefetchPageOf(list, async () => pageOf(ageMs))], budget);
  const ageSeen = Date.now() - (state.queries[0]?.state.dataUpdatedAt ?? 0);
  expect(ageSeen).toBe(countsAsMs);
});

test.each([
  ["whose ledger is up to date counts as new, however long ago its ended days were read", true, 600_000, 0],
  ["that is still being read again counts as old as it is", false, 9_000, 9_000],
])("a list %s", async (_, upToDate, ageMs, countsAsMs) => {
  const state = await prefetch([prefetchPageOf(list, async () => ({ ...pageOf(ageMs), upToDate }))], budget);
  const ageSeen = Date.now() - (state.queries[0]?.state.dataUpdatedAt ?? 0);
  expect(ageSeen).toBe(countsAsMs);
});

test("a slow query is left out, and the rest is included", async () => {
  const state = await prefetch([prefetchOf(answer, () => never), prefetchPageOf(list, async () => pageOf(0))], {
    pageMs: 50,
    gatewayMs: 20,
  });
  expect(state.queries.map(({ queryKey }) => queryKey)).toEqual([["list"]]);
});

test.each([
  ["rejects", async () => Promise.reject(new Error("away"))],
  ["throws", () => throwNow()],
])("a query that %s is left out, and the page is sent", async (_, read) => {
  const state = await prefetch([prefetchOf(answer, read)], budget);
  expect(state.queries).toEqual([]);
});

test("a query that fails after the page was sent causes no unhandled rejection", async () => {
  const late = Promise.withResolvers<number>();
  const seen: unknown[] = [];
  const see = (cause: unknown) => seen.push(cause);
  process.on("unhandledRejection", see);
  await prefetch([prefetchOf(answer, () => late.promise)], { pageMs: 10, gatewayMs: 5 });
  late.reject(new Error("too late"));
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", see);
  expect(seen).toEqual([]);
});

test("the query receives the time limit for gateway requests", async () => {
  const told: number[] = [];
  await prefetch([prefetchOf(answer, async ({ gatewayMs }) => told.push(gatewayMs))], budget);
  expect(told).toEqual([250]);
});

test("prefetched data equals the route's response", async () => {
  await app.addMerchant("mine");
  const person = await app.addPerson({ merchants: ["sandbox/mine"] });
  const state = await prefetch([await endpointsOf(person, "mine")], budget);
  const response = await app.call({ path: "/api/sandbox/mine/endpoints", cookie: person.cookie });
  const answered = { ...((await response.json()) as object), asOf: expect.any(String) };
  expect(dataOf(state, ["sandbox", "mine", "endpoints"])).toEqual(answered);
});

// Attack: another merchant's records in the first HTML, which is not checked by a route handler.
test("nothing of a forbidden merchant is prefetched", async () => {
  await app.addMerchant("theirs");
  const person = await app.addPerson({ merchants: ["sandbox/mine"] });
  const state = await prefetch([await endpointsOf(person, "theirs")], budget);
  expect(state.queries).toEqual([]);
});

// Attack: rows of one staff member in another's page, through a cache that outlives the request.
test("pages of two staff members share nothing", async () => {
  const read = (data: number) => prefetch([prefetchOf(answer, async () => data)], budget);
  const [first, second, third] = await Promise.all([read(1), read(2), prefetch([], budget)]);
  expect(dataOf(first, ["answer"])).toBe(1);
  expect(dataOf(second, ["answer"])).toBe(2);
  expect(third.queries).toEqual([]);
});

async function endpointsOf(person: TestPerson, merchant: string): Promise<Prefetch> {
  const request = new Request(testOrigin, { headers: { cookie: person.cookie } });
  const staff = await findSignedInStaff(app.runtime, requestCookies(request));
  if (!staff) throw new Error("Nobody is signed in.");
  const ctx = toServiceContext(app.runtime, staff, { received: request.headers, isList: true });
  return prefetchOf(endpointsQuery({ environment: "sandbox", merchant }), () =>
    listEndpoints(ctx, { environment: "sandbox", merchant }),
  );
}

function throwNow(): never {
  throw new Error("at once");
}

function dataOf(state: DehydratedState, key: unknown[]): unknown {
  return state.queries.find(({ queryHash }) => queryHash === JSON.stringify(key))?.state.data;
}
