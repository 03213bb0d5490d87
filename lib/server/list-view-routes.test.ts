import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listViewRows } from "#lib/db/staff/views.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  await app.addMerchant("bakery");
});
afterAll(() => app.close());

const pathOf = (list: string) => `/api/sandbox/${list}/views`;

async function send(by: TestPerson, method: string, path: string, body?: unknown) {
  const response = await app.call({ method, path, cookie: by.cookie, body });
  return { status: response.status, answer: response.status === 204 ? undefined : await response.json() };
}

const namesIn = async (by: TestPerson, list: string) =>
  ((await send(by, "GET", pathOf(list))).answer.items as { name: string }[]).map(({ name }) => name);

const ofMerchant = { merchant: "bakery", movingDays: "last_week" };
const lists = [
  ["notifications", { ...ofMerchant, search: { verdict: "invalid", flag: "mismatch", q: "POS" } }],
  ["payments", { ...ofMerchant, search: { status: "unknown", kind: "refund", terminal: "81000001" } }],
  ["merchants", { search: { status: "late", group: "North", q: "cafe" } }],
] as const;

test.each(lists)("a view of %s is saved, changed, shared and deleted as one of transactions", async (list, content) => {
  const person = await app.addPerson({ role: "support" });
  const colleague = await app.addPerson();
  const { status, answer: view } = await send(person, "POST", pathOf(list), { ...content, name: " Mine ", isDefault: true });
  expect(status).toBe(201);
  const own = { id: view.id, name: "Mine", ...content, isDefault: true, isShared: false, author: null, mayChange: true };
  expect(view).toEqual(own);
  expect((await send(person, "GET", pathOf(list))).answer).toEqual({ items: [own] });
  expect(await namesIn(colleague, list)).toEqual([]);

  const change = { name: "Ours", search: {}, isShared: true };
  const changed = { ...own, ...change };
  expect((await send(person, "PATCH", `${pathOf(list)}/${view.id}`, change)).answer).toEqual(changed);
  expect((await send(colleague, "GET", pathOf(list))).answer.items).toEqual([
    { ...changed, isDefault: false, author: person.email, mayChange: false },
  ]);
  expect((await send(colleague, "PATCH", `${pathOf(list)}/${view.id}`, { name: "Theirs" })).status).toBe(404);
  expect((await send(colleague, "POST", pathOf(list), { ...content, name: "x", isShared: true })).status).toBe(403);
  expect((await send(person, "DELETE", `${pathOf(list)}/${view.id}`)).status).toBe(204);
  expect(await namesIn(person, list)).toEqual([]);
  const audited = (await readAudit({ db: app.store.db, vault: app.vault })).filter(({ target }) => target === view.id);
  expect(audited.map(({ act }) => act)).toEqual(["view.shared", "view.deleted"]);
});

test("each list has its own names and its own default, and knows only its own views", async () => {
  const person = await app.addPerson({ role: "support" });
  const ids = new Map<string, string>();
  const content = { name: "Same name", isDefault: true, isShared: true, search: {} };
  const transactions = { ...content, merchant: null, movingDays: null };
  for (const [list, body] of [
    ["transactions", { ...transactions, columns: null }],
    ["notifications", transactions],
    ["payments", transactions],
    ["merchants", content],
  ] as const) {
    const { status, answer } = await send(person, "POST", pathOf(list), body);
    expect({ list, status }).toEqual({ list, status: 201 });
    ids.set(list, answer.id);
    expect((await send(person, "POST", pathOf(list), { ...body, name: "same NAME" })).answer.error.fields[0].reason).toBe(
      "view_name_taken",
    );
  }
  for (const [list, id] of ids) {
    const { items } = (await send(person, "GET", pathOf(list))).answer;
    expect(items.map((view: { id: string; isDefault: boolean }) => [view.id, view.isDefault])).toEqual([[id, true]]);
    for (const other of ids.keys()) {
      if (other === list) continue;
      expect((await send(person, "PATCH", `${pathOf(other)}/${id}`, { name: "Moved" })).status).toBe(404);
      expect((await send(person, "DELETE", `${pathOf(other)}/${id}`)).status).toBe(404);
    }
  }
  for (const [list, id] of ids) expect((await send(person, "DELETE", `${pathOf(list)}/${id}`)).status).toBe(204);
});

test.each([
  ["notifications", "search.verdict", { search: { verdict: "genuine" } }],
  ["notifications", "search.sign", { search: { currency: "EUR", sign: "debit" } }],
  ["notifications", "columns", { columns: ["amount"] }],
  ["payments", "search.status", { search: { status: "done" } }],
  ["payments", "movingDays", { movingDays: "yesterday" }],
  ["merchants", "search.status", { search: { status: "lost" } }],
  ["merchants", "merchant", { merchant: "bakery" }],
])("what the list of %s does not have is refused: %s", async (list, field, part) => {
  const person = await app.addPerson();
  const whole = list === "merchants" ? { search: {} } : { search: {}, merchant: null, movingDays: null };
  const { status, answer } = await send(person, "POST", pathOf(list), { name: "x", ...whole, ...part });
  expect(status).toBe(400);
  expect(answer.error.fields.map((problem: { field: string }) => problem.field)).toContain(field);
});

// Attack: learning of merchants by what colleagues look at.
test("a shared view of notifications that names a merchant is hidden from those who may not see it", async () => {
  const person = await app.addPerson({ role: "support" });
  const shared = { movingDays: null, isShared: true };
  const create = (body: object) => send(person, "POST", pathOf("notifications"), { ...shared, ...body });
  await create({ name: "Named", merchant: null, search: { merchant: "corner-cafe" } });
  await create({ name: "Its own list", merchant: "corner-cafe", search: {} });
  await create({ name: "Of bakery", merchant: null, search: { merchant: "bakery" } });
  const limited = await app.addPerson({ merchants: ["sandbox/bakery"] });
  expect(await namesIn(limited, "notifications")).toEqual(["Of bakery"]);
  expect(await namesIn(await app.addPerson(), "notifications")).toEqual(["Its own list", "Named", "Of bakery"]);
});

test("a view that a process of the version before saves is one of transactions", async () => {
  const { id: staffId } = await app.addPerson();
  const { db } = app.store;
  await db.execute(
    sql`insert into saved_view (staff_id, environment, name, search) values (${staffId}, 'sandbox', 'Before', '')`,
  );
  const own = { staffId, environment: "sandbox" };
  expect((await listViewRows(db, { ...own, list: "transactions" })).map(({ name }) => name)).toEqual(["Before"]);
  expect((await listViewRows(db, { ...own, list: "payments" })).filter((row) => row.staffId === staffId)).toEqual([]);
});
