// @module-tag long: fills every table for many merchants.

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AppError } from "#lib/core/errors.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { fillManyMerchants } from "#lib/db/testing/many-merchants.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { fillReceived } from "./testing/fill-received.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const environment = "demo";
const baseUrl = "https://gateway.example";
const refused = async () => {
  throw new AppError("merchant_refused");
};
const gateways = partialGateways({ baseUrl, forMerchant: () => ({ listAccounts: refused, readTransactions: refused }) });
const chain = ["shop-2", "shop-4", "shop-9"];
const lists = ["transactions", "notifications", "payments"];

let app: TestApp;
let all: TestPerson;
let limited: TestPerson;
beforeAll(async () => {
  app = await openTestApp({ gateways });
  const { store, vault } = app;
  const ids = { partnerId: "p", applicationId: "a", by: "a test", clientId: "client_1", clientSecret: "secret_1" };
  await saveIntegration(store.db, vault, { id: environment, baseUrl, ...ids });
  await fillManyMerchants(store, vault, { environment, merchants: 15, rows: 300 });
  await fillReceived(app, environment);
  const slugs = sql.param(chain);
  // An archived merchant's history is in the lists.
  await store.db.execute(sql`update merchant set group_name = 'Café Chain', archived_at = case when slug = 'shop-9' then now() end
    where slug = any(${slugs}::text[])`);
  all = await app.addPerson({ role: "admin" });
  limited = await app.addPerson({ role: "viewer", merchants: [`${environment}/shop-4`, `${environment}/shop-5`] });
});
afterAll(() => app.close());

type Row = { merchant: string };
const read = async (path: string, by = all) => {
  const response = await app.call({ path: `/api/${environment}/${path}`, cookie: by.cookie });
  return { status: response.status, body: await response.json() };
};
const rows = async (list: string, query = "", by = all): Promise<Row[]> =>
  (await read(`${list}?limit=500&${query}`, by)).body.items;
const ofChain = ({ merchant }: Row) => chain.includes(merchant);

test.each(lists)("a group's %s are exactly those of its merchants", async (list) => {
  const everything = await rows(list);
  const expected = everything.filter(ofChain);
  expect(new Set(expected.map(({ merchant }) => merchant)).size).toBe(chain.length);
  expect(await rows(list, "group=CAFÉ  chain")).toEqual(expected);
  expect(await rows(list, "group=-")).toEqual(everything.filter((row) => !ofChain(row)));
  expect(await rows(list, "group=Other")).toEqual([]);
  const own = expected.filter(({ merchant }) => merchant === "shop-4");
  expect(await rows(list, "group=Café Chain", limited)).toEqual(own);
  // Of one merchant's list it leaves all or nothing.
  expect(await rows(`shop-4/${list}`, "group=Café Chain")).toHaveLength(own.length);
  // An empty ledger that cannot be read answers an error instead.
  expect((await rows(`shop-4/${list}`, "group=-")) ?? []).toEqual([]);
  expect(await read(`${list}?group=${"x".repeat(41)}`)).toMatchObject({
    ...{ status: 400, body: { error: { code: "invalid_input", fields: [{ field: "group" }] } } },
  });
});

test.each(lists)("the export of a group's %s has its rows", async (list) => {
  const filter = { group: "Café Chain" };
  const body =
    list === "transactions" ? { format: "csv", selection: { kind: "matching", filter } } : { format: "csv", ...filter };
  const response = await app.call({ method: "POST", path: `/api/${environment}/${list}/export`, cookie: all.cookie, body });
  const lines = (await response.text()).trim().split(/\r?\n/);
  expect([response.status, lines.length - 1]).toEqual([200, (await rows(list, "group=Café Chain")).length]);
});

test("totals and days of a group are those of its rows, also with a merchant", async () => {
  const expected = (await rows("transactions")).filter(ofChain);
  expect((await read("transactions/totals?group=café chain")).body.count).toBe(expected.length);
  const { days } = (await read("transactions/days?group=café chain")).body;
  expect(days.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(expected.length);
  const both = await rows("transactions", "group=café chain&merchant=shop-4,shop-5");
  expect(both).toEqual(expected.filter(({ merchant }) => merchant === "shop-4"));
});
