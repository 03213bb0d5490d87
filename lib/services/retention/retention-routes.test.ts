import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { staff, staffSession } from "#lib/db/schema/staff.ts";
import { openTestApp, type TestApp, type TestPerson } from "#lib/server/testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin", hasSecondFactor: true });
  const at = new Date(Date.now() - 400 * 86_400_000);
  await recordAudit({ db: app.store.db, vault: app.vault }, { at, staffId: null, actor: "a@desk.example", act: "thing.done" });
});
afterAll(() => app.close());

const path = "/api/sandbox/retention";
const origin = { origin: "http://localhost:3000" };

async function call(method: string, body?: unknown, person = admin): Promise<{ status: number; answer: Record<string, never> }> {
  const sent = body === undefined ? {} : { body, headers: origin };
  const response = await app.call({ method, path, cookie: person.cookie, ...sent });
  return { status: response.status, answer: await response.json() };
}

test("by default nothing is removed", async () => {
  const { status, answer } = await call("GET");
  expect(status).toBe(200);
  expect(answer.items).toMatchObject([
    { kind: "transactions", days: null, everywhere: false, runs: [] },
    { kind: "notifications", days: null, everywhere: false, runs: [] },
    { kind: "audit", days: null, everywhere: true, rows: 1 },
  ]);
});

test("a preview counts and changes nothing", async () => {
  const response = await app.call({ path: `${path}/preview?audit=365&notifications=30`, cookie: admin.cookie });
  expect((await response.json()).items).toMatchObject([
    { kind: "notifications", days: 30, rows: 0, firstDay: null },
    { kind: "audit", days: 365, rows: 1 },
  ]);
  expect((await call("GET")).answer.items).toMatchObject([{ days: null }, { days: null }, { days: null }]);
});

test("a change is saved and audited with the previous value; the audit's retention applies to all environments", async () => {
  expect((await call("PATCH", { transactions: 365, audit: 730 })).status).toBe(200);
  expect((await call("PATCH", { transactions: null })).status).toBe(200);
  expect((await call("PATCH", { transactions: null })).status).toBe(200);
  const elsewhere = await app.call({ path: "/api/demo/retention", cookie: admin.cookie });
  expect((await elsewhere.json()).items).toMatchObject([{ days: null }, { days: null }, { days: 730, changedBy: admin.email }]);
  const audited = await app.call({ path: "/api/sandbox/audit?act=retention", cookie: admin.cookie });
  expect((await audited.json()).items.map(({ detail }: { detail: unknown }) => detail)).toEqual([
    { transactions: { from: 365, to: null } },
    { audit: { from: null, to: 730 } },
    { transactions: { from: null, to: 365 } },
  ]);
});

test("every environment's audit log says who changed for how long it is kept", async () => {
  expect((await call("PATCH", { audit: 365 })).status).toBe(200);
  const audited = await app.call({ path: "/api/production/audit?act=retention", cookie: admin.cookie });
  const [newest] = (await audited.json()).items;
  expect(newest).toMatchObject({ actor: admin.email, environment: null, detail: { audit: { from: 730, to: 365 } } });
});

// Attack: production's audit log, deleted from the sandbox with a password alone, to hide what was done.
test.each([
  ["without a second factor", { role: "admin" }],
  ["of the sandbox", { role: "admin", seeded: true, hasSecondFactor: true }],
] as const)("an administrator %s, who cannot enter production, does not shorten the audit log", async (_who, person) => {
  const other = await app.addPerson(person);
  const { status, answer } = await call("PATCH", { transactions: 60, audit: 30 }, other);
  await app.store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, other.id));
  expect([status, answer.error]).toEqual([403, expect.objectContaining({ code: "forbidden" })]);
  expect((await call("GET")).answer.items).toMatchObject([{ days: null }, { days: null }, { days: 365 }]);
});

test.each([{}, { transactions: 1 }, { audit: 29 }, { notifications: 30.5 }, { notifications: "30" }, { colour: 7 }])(
  "%j is refused and changes nothing",
  async (body) => {
    const { status, answer } = await call("PATCH", body);
    expect([status, answer.error]).toEqual([400, expect.objectContaining({ code: "invalid_input" })]);
  },
);

test("an administrator of some merchants only, or without a recent re-authentication, removes nothing of the others", async () => {
  const some = await app.addPerson({ role: "admin", merchants: ["sandbox/cafe"] });
  expect((await call("PATCH", { transactions: 30 }, some)).answer.error).toMatchObject({ code: "forbidden" });
  await app.store.db.update(staffSession).set({ authenticatedAt: new Date(0) });
  expect((await call("PATCH", { transactions: 30 })).answer.error).toMatchObject({ code: "proof_required" });
});
