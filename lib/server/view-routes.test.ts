import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "#lib/contract/view.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { setPresenting } from "#lib/db/staff/staff-sessions.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const views = "/api/sandbox/transactions/views";
let app: TestApp;
let person: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  await app.addMerchant("bakery");
});
afterAll(() => app.close());

const content = { merchant: null, search: {}, movingDays: null, columns: null };

async function send(method: string, path: string, body?: unknown, by = person) {
  const response = await app.call({ method, path, cookie: by.cookie, body });
  return { status: response.status, answer: response.status === 204 ? undefined : await response.json() };
}

async function create(view: object): Promise<View> {
  const { status, answer } = await send("POST", views, { ...content, ...view });
  expect(status).toBe(201);
  return answer;
}

const listed = async (by = person) => (await send("GET", views, undefined, by)).answer;
const namesOf = ({ items }: { items: View[] }) => items.map(({ name }) => name);

test("a view saves filters, order, zone, relative days and columns, and is changed and deleted by its owner", async () => {
  person = await app.addPerson();
  const search = { currency: "EUR", amountMin: "300", order: "largest", zone: "UTC" };
  const view = await create({ name: "  Big ones ", search, movingDays: "last_week", columns: ["amount", "reference"] });
  expect(await listed()).toEqual({
    items: [
      {
        ...content,
        id: view.id,
        name: "Big ones",
        search,
        movingDays: "last_week",
        columns: ["amount", "reference"],
        isDefault: false,
        isShared: false,
        author: null,
        mayChange: true,
      },
    ],
    columns: null,
  });
  const { answer } = await send("PATCH", `${views}/${view.id}`, { name: "Huge", search: { currency: "JPY" }, movingDays: null });
  expect(answer).toMatchObject({ name: "Huge", search: { currency: "JPY" }, movingDays: null, columns: ["amount", "reference"] });
  expect((await send("DELETE", `${views}/${view.id}`)).status).toBe(204);
  expect((await send("DELETE", `${views}/${view.id}`)).status).toBe(404);
  expect(namesOf(await listed())).toEqual([]);
});

test("views are sorted by name, names are unique, and each list has one default view", async () => {
  person = await app.addPerson();
  const [first] = [
    await create({ name: "b", isDefault: true }),
    await create({ name: "A" }),
    await create({ name: "c", merchant: "bakery", isDefault: true }),
  ];
  expect(namesOf(await listed())).toEqual(["A", "b", "c"]);
  const { status, answer } = await send("POST", views, { ...content, name: "B" });
  expect(status).toBe(400);
  expect(answer.error.fields).toEqual([
    { field: "name", message: "You already have a view with this name.", reason: "view_name_taken" },
  ]);
  const { items } = await listed();
  const other = items.find(({ name }: View) => name === "A");
  expect((await send("PATCH", `${views}/${other.id}`, { name: "B" })).status).toBe(400);
  expect((await send("PATCH", `${views}/${other.id}`, { isDefault: true })).status).toBe(200);
  const defaults = (await listed()).items.filter((view: View) => view.isDefault);
  expect(namesOf({ items: defaults })).toEqual(["A", "c"]);
  expect((await send("PATCH", `${views}/${first?.id}`, { isDefault: true })).answer.isDefault).toBe(true);
});

// Attack: reading or breaking a colleague's views.
test("other staff cannot see, change or delete a view", async () => {
  person = await app.addPerson({ role: "admin" });
  const view = await create({ name: "Mine" });
  const stranger = await app.addPerson({ role: "admin" });
  expect(namesOf(await listed(stranger))).toEqual([]);
  expect((await send("PATCH", `${views}/${view.id}`, { name: "Theirs" }, stranger)).status).toBe(404);
  expect((await send("DELETE", `${views}/${view.id}`, undefined, stranger)).status).toBe(404);
  expect((await send("PATCH", `/api/demo/transactions/views/${view.id}`, { name: "Elsewhere" })).status).toBe(404);
  expect(namesOf(await listed())).toEqual(["Mine"]);
});

test("a shared view is used by everyone, changed by its owner and by administrators, and each change is audited", async () => {
  person = await app.addPerson({ role: "support" });
  const colleague = await app.addPerson({ role: "support" });
  const viewer = await app.addPerson({ role: "viewer" });
  const view = await create({ name: "Ours", isShared: true, isDefault: true });
  expect(view).toMatchObject({ isShared: true, author: null, mayChange: true });
  for (const other of [colleague, viewer]) {
    expect((await listed(other)).items).toEqual([{ ...view, isDefault: false, author: person.email, mayChange: false }]);
    expect((await send("PATCH", `${views}/${view.id}`, { name: "Theirs" }, other)).status).toBe(404);
    expect((await send("DELETE", `${views}/${view.id}`, undefined, other)).status).toBe(404);
  }
  expect((await send("POST", views, { ...content, name: "x", isShared: true }, viewer)).status).toBe(403);
  const admin = await app.addPerson({ role: "admin" });
  const limited = await app.addPerson({ role: "admin", merchants: ["sandbox/bakery"] });
  expect((await send("DELETE", `${views}/${view.id}`, undefined, limited)).status).toBe(404);
  const change = { name: "All of ours", isDefault: false };
  expect((await send("PATCH", `${views}/${view.id}`, change, admin)).answer).toMatchObject({
    author: person.email,
    mayChange: true,
  });
  expect((await listed()).items).toEqual([{ ...view, name: "All of ours" }]);
  expect((await send("PATCH", `${views}/${view.id}`, { isShared: false })).status).toBe(200);
  expect((await listed(colleague)).items).toEqual([]);
  expect((await send("PATCH", `${views}/${view.id}`, { isShared: true })).status).toBe(200);
  expect((await send("DELETE", `${views}/${view.id}`, undefined, admin)).status).toBe(204);
  expect((await listed()).items).toEqual([]);
  const audited = (await readAudit({ db: app.store.db, vault: app.vault })).filter(({ target }) => target === view.id);
  expect(audited.map(({ act, actor }) => [act, actor])).toEqual([
    ["view.shared", person.email],
    ["view.changed", admin.email],
    ["view.unshared", person.email],
    ["view.shared", person.email],
    ["view.deleted", admin.email],
  ]);
});

// Attack: the list that the whole team opens, pointed at other rows by somebody who lost the role that shares.
test("without the role that shares, one's shared view is only opened, no longer shared, or deleted", async () => {
  person = await app.addPerson({ role: "support" });
  const view = await create({ name: "To check", isShared: true });
  await app.store.db.update(staff).set({ role: "viewer" }).where(eq(staff.id, person.id));
  const change = (input: object) => send("PATCH", `${views}/${view.id}`, input);
  for (const input of [{ name: "Done" }, { search: { currency: "JPY" } }, { isShared: true }])
    expect((await change(input)).answer.error).toMatchObject({ code: "forbidden" });
  expect((await listed(await app.addPerson())).items).toMatchObject([{ name: "To check", search: {} }]);
  expect((await change({ isDefault: true })).answer).toMatchObject({ isDefault: true, isShared: true });
  expect((await change({ name: "Done", isShared: false })).answer).toMatchObject({ name: "Done", isShared: false });
  expect((await change({ name: "Mine" })).status).toBe(200);
  expect((await change({ isShared: true })).status).toBe(403);
  expect((await send("DELETE", `${views}/${view.id}`)).status).toBe(204);
});

// Attack: a customer's name, read off a shared screen.
test("during a presentation views of a tag are not listed, and nothing names the tag", async () => {
  person = await app.addPerson();
  const view = await create({ name: "One customer", search: { tag: "Ana Petrova" }, isDefault: true });
  await create({ name: "Other" });
  await setPresenting(app.store.db, person.sessionIdHash, true);
  expect(namesOf(await listed())).toEqual(["Other"]);
  const changed = await send("PATCH", `${views}/${view.id}`, { name: "Renamed" });
  expect(changed).toMatchObject({ status: 200, answer: { name: "Renamed", search: { tag: "••••" } } });
  await setPresenting(app.store.db, person.sessionIdHash, false);
  expect((await listed()).items).toMatchObject([{ name: "Other" }, { name: "Renamed", search: { tag: "Ana Petrova" } }]);
});

test("a shared view's name is the team's only one; of their own, people name views as they like", async () => {
  person = await app.addPerson({ role: "support" });
  const colleague = await app.addPerson({ role: "support" });
  const view = await create({ name: "Big", isShared: true });
  const taken = [{ field: "name", message: "The team already has a view with this name.", reason: "view_name_shared" }];
  const { status, answer } = await send("POST", views, { ...content, name: "big", isShared: true }, colleague);
  expect(status).toBe(400);
  expect(answer.error.fields).toEqual(taken);
  const own = await send("POST", views, { ...content, name: "big" }, colleague);
  expect(own.status).toBe(201);
  const shared = await send("PATCH", `${views}/${own.answer.id}`, { isShared: true }, colleague);
  expect(shared.answer.error.fields).toEqual(taken);
  await send("DELETE", `${views}/${view.id}`);
});

// Attack: learning of merchants by what colleagues look at.
test("a shared view that names a merchant is hidden from those who may not see it", async () => {
  person = await app.addPerson({ role: "support" });
  const some = await create({ name: "Some", search: { merchant: "bakery,corner-cafe" }, isShared: true });
  const one = await create({ name: "One", merchant: "corner-cafe", isShared: true });
  const limited = await app.addPerson({ merchants: ["sandbox/bakery"] });
  expect(namesOf(await listed(limited))).toEqual([]);
  expect(namesOf(await listed(await app.addPerson()))).toEqual(["One", "Some"]);
  for (const { id } of [some, one]) await send("DELETE", `${views}/${id}`);
});

// Attack: learning of groups, such as chains and regions, by what colleagues look at.
test("a shared view of a group is hidden from those who may see no merchant of it", async () => {
  person = await app.addPerson({ role: "support" });
  await app.store.db.update(merchant).set({ groupName: "North" }).where(eq(merchant.slug, "corner-cafe"));
  const ofGroup = await create({ name: "Of the north", search: { group: "north" }, isShared: true });
  const ofNone = await create({ name: "Of no group", search: { group: "-" }, isShared: true });
  const listedBy = async (slug: string) => namesOf(await listed(await app.addPerson({ merchants: [`sandbox/${slug}`] })));
  expect(await listedBy("bakery")).toEqual(["Of no group"]);
  expect(await listedBy("corner-cafe")).toEqual(["Of no group", "Of the north"]);
  expect(namesOf(await listed(await app.addPerson()))).toEqual(["Of no group", "Of the north"]);
  for (const { id } of [ofGroup, ofNone]) await send("DELETE", `${views}/${id}`);
});

// Attack: learning that a merchant exists.
test("a view of a forbidden merchant is neither created nor shown", async () => {
  person = await app.addPerson({ merchants: ["sandbox/bakery"] });
  expect((await send("POST", views, { ...content, name: "x", merchant: "corner-cafe" })).status).toBe(404);
  expect((await send("POST", views, { ...content, name: "x", merchant: "bakery" })).status).toBe(201);
});

test.each([
  ["name", { name: " " }],
  ["search.currency", { name: "x", search: { currency: "euro" } }],
  ["search.to", { name: "x", search: { from: "2026-03-02", to: "2026-03-01" } }],
  ["search.zone", { name: "x", search: { zone: "Mars/Olympus" } }],
  ["columns", { name: "x", columns: ["amount", "amount"] }],
  ["columns", { name: "x", columns: [] }],
  ["movingDays", { name: "x", movingDays: "yesterday" }],
])("invalid content of a view is reported: %s", async (field, view) => {
  person = await app.addPerson();
  const { status, answer } = await send("POST", views, { ...content, ...view });
  expect(status).toBe(400);
  expect(answer.error.fields.map((problem: { field: string }) => problem.field)).toContain(field);
});

test("columns are saved per staff member, for every environment, until they are reset", async () => {
  person = await app.addPerson();
  const columns = ["amount", "occurredAt"];
  expect((await send("PATCH", "/api/sandbox/transactions/columns", { columns })).answer).toEqual({ columns });
  expect((await listed()).columns).toEqual(columns);
  expect((await send("GET", "/api/demo/transactions/views")).answer.columns).toEqual(columns);
  expect((await send("PATCH", "/api/sandbox/transactions/columns", { columns: null })).status).toBe(200);
  expect((await listed()).columns).toBeNull();
});
