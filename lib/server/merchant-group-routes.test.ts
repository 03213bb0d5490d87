// @module-tag long: changes hundreds of merchants, each with its audit row.

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const environment = "demo";
let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
  const ids = { partnerId: "p", applicationId: "a", by: "a test", baseUrl: "https://gateway.example" };
  const pair = { clientId: "client_1", clientSecret: "secret_1" };
  await saveIntegration(app.store.db, app.vault, { id: environment, ...ids, ...pair });
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.store.db.delete(merchant);
  for (const slug of ["bakery", "cafe", "diner", "eatery"]) await app.addMerchant(slug, environment);
});

type Body = { items: Record<string, unknown>[]; error: { code: string; fields: { field: string }[] } } & Record<string, unknown>;
type Answer = { status: number; body: Body };
const read = async (response: Response): Promise<Answer> => ({
  status: response.status,
  body: (await response.json()) as Body,
});
const get = async (path: string, by = admin) => read(await app.call({ path: `/api/${environment}${path}`, cookie: by.cookie }));
const post = async (path: string, body: unknown, by = admin) =>
  read(await app.call({ method: "POST", path: `/api/${environment}${path}`, cookie: by.cookie, body }));
const set = (merchants: readonly string[], group: unknown, by = admin) => post("/merchants/groups", { merchants, group }, by);
const groups = async (by = admin) => (await get("/merchants/groups", by)).body.items;
const slugsOf = async (query: string, by = admin) => (await get(`/merchants?${query}`, by)).body.items.map(({ slug }) => slug);
const problem = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error?.code, body.error?.fields?.map(({ field }) => field)];
};

test("merchants are put into a group, filtered by it in any spelling, and taken out, each with an audit row", async () => {
  expect(await groups()).toEqual([]);
  expect(await set(["bakery", "cafe"], "  Region   North ")).toEqual({ status: 200, body: { changed: 2 } });
  // Another spelling is the same group, in the spelling it has.
  expect(await set(["cafe", "diner"], "region NORTH")).toEqual({ status: 200, body: { changed: 1 } });
  expect(await groups()).toEqual([{ name: "Region North", merchants: 3 }]);
  expect((await get("/merchants?limit=10")).body.items.map(({ group }) => group)).toEqual([
    ...["Region North", "Region North", "Region North", null],
  ]);
  expect(await slugsOf("group=region%20%20north")).toEqual(["bakery", "cafe", "diner"]);
  expect(await slugsOf("group=-")).toEqual(["eatery"]);
  expect(await slugsOf("group=South")).toEqual([]);
  expect(await slugsOf("group=Region%20North&q=ca")).toEqual(["cafe"]);
  expect(await set(["cafe"], null)).toEqual({ status: 200, body: { changed: 1 } });
  expect(await slugsOf("group=-")).toEqual(["cafe", "eatery"]);
  // All merchants of a group at once give it a new spelling.
  await set(["bakery", "diner"], "region north");
  expect(await groups()).toEqual([{ name: "region north", merchants: 2 }]);
  const { body } = await get("/audit?act=merchant.grouped&merchant=cafe");
  expect(body.items.map(({ detail }) => detail)).toEqual([{ before: "Region North" }, { after: "Region North" }]);
});

test("archived merchants stay in their group without being counted", async () => {
  await set(["bakery", "cafe"], "Chain");
  await post("/cafe/archive", undefined);
  expect(await groups()).toEqual([{ name: "Chain", merchants: 1 }]);
  expect(await slugsOf("group=chain")).toEqual(["bakery"]);
  expect(await slugsOf("group=chain&status=archived")).toEqual(["cafe"]);
});

test("only administrators change groups, and limited accounts see and change those of their merchants alone", async () => {
  const support = await app.addPerson({ role: "support" });
  expect(await problem(set(["bakery"], "Chain", support))).toEqual([403, "forbidden", undefined]);
  await set(["bakery"], "Hidden");
  await set(["cafe"], "Seen");
  const limited = await app.addPerson({ role: "admin", merchants: ["demo/cafe", "demo/diner"] });
  expect(await groups(limited)).toEqual([{ name: "Seen", merchants: 1 }]);
  expect(await slugsOf("group=hidden", limited)).toEqual([]);
  expect(await problem(set(["diner", "bakery"], "Seen", limited))).toEqual([404, "not_found", undefined]);
  expect(await problem(set(["diner", "nobody"], "Seen", limited))).toEqual([404, "not_found", undefined]);
  expect((await set(["diner"], "hidden", limited)).status).toBe(200);
  // The spelling of others would say that they have such a group.
  expect(await groups(limited)).toEqual([
    { name: "hidden", merchants: 1 },
    { name: "Seen", merchants: 1 },
  ]);
  expect(await slugsOf("group=Hidden")).toEqual(["bakery", "diner"]);
});

test("what is wrong is named by its field, and nothing is changed", async () => {
  for (const group of ["", "  ", "-", "x".repeat(41), "a\u0000b", "a\u202eb", 7, undefined]) {
    expect([group, await problem(set(["bakery"], group))]).toEqual([
      group,
      [400, "invalid_input", expect.arrayContaining(["group"])],
    ]);
  }
  expect(await problem(set([], "Chain"))).toEqual([400, "invalid_input", ["merchants"]]);
  const tooMany = Array.from({ length: 501 }, (_, at) => `m-${at}`);
  expect(await problem(set(tooMany, "Chain"))).toEqual([400, "invalid_input", ["merchants"]]);
  expect(await problem(get(`/merchants?group=${"x".repeat(41)}`))).toEqual([400, "invalid_input", ["group"]]);
  expect((await get("/merchants?group=%00")).status).toBe(400);
  expect(await groups()).toEqual([]);
});

test("an import and a new merchant may name the group, and without one it stays", async () => {
  const add = { slug: "bakery", name: "The bakery", clientId: `cli_${"b".repeat(28)}`, clientSecret: `sec_${"k".repeat(60)}` };
  expect((await post("/merchants", { ...add, group: " Chain " })).body).toMatchObject({ outcome: "changed" });
  expect((await post("/merchants", add)).body).toMatchObject({ outcome: "unchanged" });
  const line = [...Object.values(add), ""];
  const csvOf = (...cells: string[]) => `slug,name,clientId,clientSecret,sid,group\n${[...line, ...cells].join(",")}`;
  const imported = async (csv: string) => (await post("/merchants/import", { csv, dryRun: false })).body;
  expect(await imported(csvOf(""))).toMatchObject({ stored: true, lines: [{ outcome: "unchanged" }] });
  expect(await groups()).toEqual([{ name: "Chain", merchants: 1 }]);
  expect(await imported(csvOf("Region South"))).toMatchObject({ stored: true, lines: [{ outcome: "changed" }] });
  expect(await groups()).toEqual([{ name: "Region South", merchants: 1 }]);
  expect(await imported(csvOf("-"))).toMatchObject({ stored: false, lines: [{ problems: [{ field: "group" }] }] });
});

test("five hundred merchants are changed at once", {
  meta: { slow: "Writes five hundred audit rows." },
}, async () => {
  const slugs = Array.from({ length: 500 }, (_, at) => `many-${at}`);
  for (const slug of slugs) await app.addMerchant(slug, environment);
  expect((await set(slugs, "Many")).body).toEqual({ changed: 500 });
  expect(await groups()).toEqual([{ name: "Many", merchants: 500 }]);
  expect(await app.store.db.$count(audit, eq(audit.act, "merchant.grouped"))).toBeGreaterThanOrEqual(500);
});
