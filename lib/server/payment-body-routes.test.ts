import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { systemClock } from "#lib/core/clock.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { staffSession } from "#lib/db/schema/staff.ts";
import { startTinyEpos, type TinyEpos } from "#lib/services/payments/testing/tiny-epos.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let epos: TinyEpos;
let app: TestApp;
let admin: TestPerson;
let support: TestPerson;

beforeAll(async () => {
  [epos, app] = await Promise.all([startTinyEpos(), openTestApp()]);
  const { store, vault } = app;
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  for (const id of ["sandbox", "production"])
    await saveIntegration(store.db, vault, { id, baseUrl: epos.url, ...pair, by: "a test" });
  await app.addMerchant("corner-cafe");
  app.runtime.gateways = createGatewayDirectory({
    store,
    vault,
    permits: createPermitLedger({ db: store.db, vault }),
    clock: systemClock,
    allowedHosts: [epos.host],
    onCall: () => {},
  });
  admin = await app.addPerson({ role: "admin" });
  support = await app.addPerson({ role: "support" });
});
afterAll(async () => {
  await epos.close();
  await app.close();
});

const bodyPath = (environment = "sandbox") => `/api/${environment}/payments/body`;
const payments = "/api/sandbox/corner-cafe/payments";
const renamed = {
  tid: "{terminal_id}",
  terminal_id: null,
  amount: { value: null, minor: "{amount.value}" },
  app_name: null,
};
const sale = { amountMinor: 1234, currency: "EUR", terminalId: "81000001", extra: { tid: "no", loyalty: "L1" } };

async function call(person: TestPerson, method: string, path: string, body?: unknown) {
  const headers = { "idempotency-key": "k1" };
  const answer = await app.call({ method, path, cookie: person.cookie, headers, ...(body === undefined ? {} : { body }) });
  const read = await answer.json();
  return { status: answer.status, body: read, code: read.error?.code };
}
const put = (person: TestPerson, patch: unknown, environment?: string) => call(person, "PUT", bodyPath(environment), { patch });

test("by default nothing is changed, and viewers cannot read it", async () => {
  expect(await call(support, "GET", bodyPath())).toMatchObject({ status: 200, body: { patch: {}, changed: null } });
  const viewer = await app.addPerson({ role: "viewer" });
  expect((await call(viewer, "GET", bodyPath())).code).toBe("forbidden");
});

test("only an administrator of all merchants changes members", async () => {
  const limited = await app.addPerson({ role: "admin", merchants: ["sandbox/corner-cafe"] });
  for (const person of [support, limited]) expect((await put(person, renamed)).code).toBe("forbidden");
  expect((await call(admin, "GET", bodyPath())).body.patch).toEqual({});
});

test("changes are previewed and sent at once, for all staff, with the author", async () => {
  expect(await put(admin, renamed)).toMatchObject({ status: 200, body: { patch: renamed, changed: { by: admin.email } } });
  const { body: preview } = await call(support, "POST", `${payments}/preview`, sale);
  expect(preview.changed).toMatchObject({ by: admin.email, at: expect.any(String) });
  expect(JSON.parse(preview.builtBody)).toMatchObject({ terminal_id: "81000001", amount: { value: 1234 }, tid: "no" });
  const shown = JSON.parse(preview.body);
  expect(shown).toMatchObject({ tid: "81000001", amount: { minor: 1234, currency_code: "EUR" }, loyalty: "L1" });
  expect(Object.keys(shown)).not.toEqual(expect.arrayContaining(["terminal_id"]));
  await call(support, "POST", payments, sale);
  const sent = epos.requests.filter(({ method, url }) => method === "POST" && url === "/epos/v1/payments");
  expect(sent.map(({ body }) => JSON.parse(body))).toEqual([shown]);
});

test("each change is audited with the previous value, and one without effect is not", async () => {
  await put(admin, renamed);
  await put(admin, {});
  expect((await call(support, "GET", bodyPath())).body).toEqual({ patch: {}, changed: null });
  const { body } = await call(admin, "GET", "/api/sandbox/audit?act=profile.changed");
  expect(body.items).toMatchObject([
    { actor: admin.email, detail: { question: "payment_body", from: renamed, to: {} } },
    { actor: admin.email, detail: { question: "payment_body", from: {}, to: renamed } },
  ]);
});

test.each<[unknown, string]>([
  [{ amount: { value: 1234 } }, "patch.amount.value"],
  [{ terminal_id: "{tid}" }, "patch.terminal_id"],
  [{ terminal_id: null }, "patch.terminal_id"],
  [{ a: { a: { a: { a: { a: {} } } } } }, "patch.a.a.a.a.a"],
  [{ note: "x".repeat(5_000) }, "patch"],
  [[], "patch"],
  ["{}", "patch"],
  [undefined, "patch"],
])("%j is refused with its field and changes nothing", async (patch, field) => {
  const { status, body } = await put(admin, patch);
  expect({ status, fields: body.error.fields }).toMatchObject({ status: 400, fields: [{ field, message: expect.any(String) }] });
  expect((await call(admin, "GET", bodyPath())).body.patch).toEqual({});
});

test("hidden text of a presentation never replaces the stored value", async () => {
  const presenting = await app.addPerson({ role: "admin" });
  const shown = eq(staffSession.idHash, presenting.sessionIdHash);
  await app.store.db.update(staffSession).set({ isPresenting: true }).where(shown);
  expect((await put(presenting, { channel: "••••" })).code).toBe("presenting");
});

test("an environment that is not connected has no bodies", async () => {
  expect((await call(admin, "GET", bodyPath("demo"))).code).toBe("not_connected");
  expect((await put(admin, {}, "demo")).code).toBe("not_connected");
});

test("in production it requires a recent re-authentication", async () => {
  const proven = await app.addPerson({ role: "admin", hasSecondFactor: true });
  expect((await put(proven, renamed, "production")).status).toBe(200);
  const old = { authenticatedAt: new Date(0) };
  await app.store.db.update(staffSession).set(old).where(eq(staffSession.idHash, proven.sessionIdHash));
  expect((await put(proven, {}, "production")).code).toBe("proof_required");
  expect((await put(proven, {})).status).toBe(200);
});
