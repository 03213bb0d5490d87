import { afterAll, beforeAll, expect, test } from "vitest";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { codeOf, cookiesOf, isSignedIn, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  // Only whether there is a sandbox counts here.
  Object.assign(app.runtime, { sandbox: {} });
  admin = await app.addPerson({ role: "admin", permissions: ["refund"] });
});
afterAll(() => app.close());

const path = "/api/session/view-as";
const viewAs = (role: string | null, cookie = admin.cookie) => send({ path, cookie, body: { role } });
const whoAmI = async (cookie = admin.cookie) => (await app.call({ path: "/api/session", cookie })).json();
const listStaff = (cookie = admin.cookie) => app.call({ path: "/api/staff", cookie });

test("an administrator has the rights of the lower role in every check, until they return", async () => {
  expect((await listStaff()).status).toBe(200);
  expect((await viewAs("support")).status).toBe(204);
  expect(await whoAmI()).toMatchObject({
    staff: { role: "support", ownRole: "admin", permissions: [] },
    environments: ["sandbox"],
  });
  expect(await codeOf(await listStaff())).toBe("forbidden");
  expect(await codeOf(await app.call({ path: "/api/demo/merchants", cookie: admin.cookie }))).toBe("environment_closed");
  expect((await viewAs("viewer")).status).toBe(204);
  expect(await whoAmI()).toMatchObject({ staff: { role: "viewer", ownRole: "admin" } });
  expect((await viewAs(null)).status).toBe(204);
  const back = await whoAmI();
  expect(back).toMatchObject({ staff: { role: "admin", permissions: ["refund"] } });
  expect(back.staff.ownRole).toBeUndefined();
  expect((await listStaff()).status).toBe(200);
});

// Attack: a role above one's own, or any role for somebody who is no administrator.
test("raises no role", async () => {
  expect((await viewAs("admin")).status).toBe(400);
  for (const role of ["viewer", "support"] as const) {
    const person = await app.addPerson({ role });
    expect(await codeOf(await viewAs("support", person.cookie))).toBe("forbidden");
    expect((await viewAs(null, person.cookie)).status).toBe(204);
    expect(await whoAmI(person.cookie)).toMatchObject({ staff: { role } });
  }
});

test("is of one session, and ends with sign-out", async () => {
  const signIn = async () =>
    cookiesOf(await send({ path: "/api/session", body: { email: admin.email, password: admin.password } }));
  const [one, other] = [await signIn(), await signIn()];
  await viewAs("viewer", one);
  expect((await whoAmI(other)).staff.role).toBe("admin");
  await send({ method: "DELETE", path: "/api/session", cookie: one });
  expect(await isSignedIn(one)).toBe(false);
  expect((await whoAmI(await signIn())).staff.role).toBe("admin");
});

test("is audited, and refused without a sandbox", async () => {
  const acts = (await readAudit({ db: app.store.db, vault: app.vault })).map(({ act }) => act);
  expect(acts.filter((act) => act === "session.view_begun").length).toBe(3);
  expect(acts).toContain("session.view_ended");
  Object.assign(app.runtime, { sandbox: undefined });
  expect(await codeOf(await viewAs("viewer"))).toBe("forbidden");
  expect((await viewAs(null)).status).toBe(204);
});
