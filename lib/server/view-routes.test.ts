import { afterAll, beforeAll, expect, test } from "vitest";
import type { View } from "#lib/contract/view.ts";
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
