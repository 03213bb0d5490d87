import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invitation, staff } from "#lib/db/schema/staff.ts";
import { storedNameOf } from "#lib/db/staff/person-names.ts";
import { setPresenting } from "#lib/db/staff/staff-sessions.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { inviteFirstAdmin } from "#lib/services/staff/invite-first-admin.ts";
import { codeOf, cookiesOf, expireRecentAuth, goodPassword, isSignedIn, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
});
afterAll(() => app.close());

const tokenOf = (link: string) => link.split("#")[1] ?? "";

async function invite(input: object, by = admin): Promise<string> {
  const response = await send({ path: "/api/staff/invitations", cookie: by.cookie, body: input });
  expect(response.status).toBe(201);
  return tokenOf((await response.json()).link);
}

function accept(body: object, cookie?: string): Promise<Response> {
  return send({ path: "/api/invitations/accept", body, cookie });
}

describe("an invitation", () => {
  test("creates a staff member with the invited permissions, once", async () => {
    const token = await invite({
      email: "New@Counterfoil.example",
      role: "support",
      permissions: ["refund"],
      merchants: ["demo/cafe"],
    });
    const looked = await send({ path: "/api/invitations/look", body: { token } });
    expect(await looked.json()).toMatchObject({ kind: "invitation", email: "new@counterfoil.example", role: "support" });
    const joined = await accept({ token, password: goodPassword });
    expect(joined.status).toBe(200);
    const who = await app.call({ path: "/api/session", cookie: cookiesOf(joined) });
    expect((await who.json()).staff).toMatchObject({
      email: "new@counterfoil.example",
      role: "support",
      permissions: ["refund"],
    });
    const [row] = await app.store.db
      .select()
      .from(staff)
      .where(eq(staff.email, storedNameOf(app.vault, "new@counterfoil.example")));
    expect(row?.merchants).toEqual(["demo/cafe"]);
    expect(await codeOf(await accept({ token, password: goodPassword }))).toBe("link_closed");
  });

  test("used twenty times at once creates one account", async () => {
    const token = await invite({ email: "race@counterfoil.example", role: "viewer" });
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept({ token, password: goodPassword })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await app.store.db.$count(staff, eq(staff.email, storedNameOf(app.vault, "race@counterfoil.example")))).toBe(1);
  });

  test.each([
    ["password12345", "known from data breaches"],
    ["passwordpassword", "easy to guess"],
    ["weak-person-2026", "easy to guess"],
    ["short", "at least 12"],
    ["x".repeat(129), "at most 128"],
  ])("refuses the password %s and stays valid", async (password, why) => {
    const email = "weak-person-2026@counterfoil.example";
    await app.store.db.delete(staff).where(eq(staff.email, storedNameOf(app.vault, email)));
    const token = await invite({ email, role: "viewer" });
    const { error } = await (await accept({ token, password })).json();
    expect(error).toMatchObject({ code: "invalid_input", fields: [{ field: "password" }] });
    expect(error.fields[0].message).toMatch(new RegExp(why));
    expect((await send({ path: "/api/invitations/look", body: { token } })).status).toBe(200);
  });

  test("is closed once withdrawn, expired, or replaced by another to the same e-mail", async () => {
    const email = "slow@counterfoil.example";
    const first = await invite({ email, role: "viewer" });
    const second = await invite({ email, role: "viewer" });
    expect(await codeOf(await accept({ token: first, password: goodPassword }))).toBe("link_closed");
    const listed = await (await app.call({ path: "/api/staff", cookie: admin.cookie })).json();
    const { id } = listed.invitations.find((each: { email: string }) => each.email === email);
    expect((await send({ method: "DELETE", path: `/api/staff/invitations/${id}`, cookie: admin.cookie })).status).toBe(204);
    expect(await codeOf(await accept({ token: second, password: goodPassword }))).toBe("link_closed");
    const third = await invite({ email, role: "viewer" });
    await app.store.db.update(invitation).set({ expiresAt: new Date(0) });
    expect(await codeOf(await accept({ token: third, password: goodPassword }))).toBe("link_closed");
  });

  test("is stored as a hash, and its token never appears in the audit log", async () => {
    const token = await invite({ email: "hashed@counterfoil.example", role: "viewer" });
    const { rows } = await app.store.db.execute<{ text: string }>(
      sql`select (select json_agg(i) from invitation i)::text || (select json_agg(a) from audit a)::text as text`,
    );
    expect(rows[0]?.text).toContain(storedNameOf(app.vault, "hashed@counterfoil.example"));
    expect(rows[0]?.text).not.toContain(token);
  });

  // Attack: an administrator with production rights from the password that is printed in the terminal.
  test("cannot be created by the sandbox administrator", async () => {
    const seeded = await app.addPerson({ role: "admin", seeded: true });
    const input = { email: "real@counterfoil.example", role: "admin" };
    expect(await codeOf(await send({ path: "/api/staff/invitations", cookie: seeded.cookie, body: input }))).toBe("forbidden");
    const change = await send({
      method: "PATCH",
      path: `/api/staff/${admin.id}`,
      cookie: seeded.cookie,
      body: { role: "viewer" },
    });
    expect(await codeOf(change)).toBe("forbidden");
    const link = await send({ path: `/api/staff/${admin.id}/password-link`, cookie: seeded.cookie });
    expect(await codeOf(link)).toBe("forbidden");
  });
});

test("the sandbox's administrator withdraws links for the sandbox's staff, and no others", async () => {
  const seeded = await app.addPerson({ role: "admin", seeded: true });
  const other = await app.addPerson({ seeded: true });
  const own = await send({ path: `/api/staff/${other.id}/password-link`, cookie: seeded.cookie });
  expect(own.status).toBe(201);
  await send({ path: `/api/staff/${(await app.addPerson()).id}/password-link`, cookie: admin.cookie });
  await send({
    path: "/api/staff/invitations",
    cookie: admin.cookie,
    body: { email: "invited@counterfoil.example", role: "viewer" },
  });
  const { invitations } = await (await app.call({ path: "/api/staff", cookie: seeded.cookie })).json();
  const [invited, real, ofSandbox] = invitations;
  const withdraw = ({ id }: { id: string }) =>
    send({ method: "DELETE", path: `/api/staff/invitations/${id}`, cookie: seeded.cookie });
  for (const link of [invited, real]) expect(await codeOf(await withdraw(link))).toBe("forbidden");
  expect(ofSandbox.email).toBe(other.email);
  expect((await withdraw(ofSandbox)).status).toBe(204);
  const after = await (await app.call({ path: "/api/staff", cookie: seeded.cookie })).json();
  expect(after.invitations).toEqual(invitations.filter((link: { id: string }) => link.id !== ofSandbox.id));
});

describe("the first administrator", () => {
  test("uses the newest link of the log, and afterwards no link is created", async () => {
    const fresh = await openTestApp();
    try {
      const options = {
        db: fresh.store.db,
        vault: fresh.vault,
        clock: fresh.runtime.clock,
        publicOrigin: "http://localhost:3000",
      };
      const older = tokenOf((await inviteFirstAdmin(options)) ?? "");
      const token = tokenOf((await inviteFirstAdmin(options)) ?? "");
      expect(await codeOf(await accept({ token: older, email: "a@b.example", password: goodPassword }))).toBe("link_closed");
      expect(await codeOf(await accept({ token, password: goodPassword }))).toBe("invalid_input");
      const joined = await accept({ token, email: "first@b.example", password: goodPassword });
      expect(await joined.json()).toEqual({ staff: { email: "first@b.example", role: "admin" } });
      expect(await inviteFirstAdmin(options)).toBeUndefined();
    } finally {
      await fresh.close();
      Object.assign(globalThis, { [Symbol.for("counterfoil.runtime")]: Promise.resolve(app.runtime) });
    }
  });
});

describe("an administrator", () => {
  test.each<[string, object]>([
    ["role", { role: "support" }],
    ["merchants", { merchants: ["sandbox/cafe"] }],
    ["disabled", { disabled: true }],
  ])("changes the %s of staff, and their copied cookie is refused at once", async (_, change) => {
    const person = await app.addPerson({ role: "viewer" });
    const response = await send({ method: "PATCH", path: `/api/staff/${person.id}`, cookie: admin.cookie, body: change });
    expect(response.status).toBe(204);
    expect(await isSignedIn(person.cookie)).toBe(false);
    const acts = await readAudit({ db: app.store.db, vault: app.vault });
    expect(acts.findLast(({ target }) => target === person.email)).toMatchObject({
      act: "staff.changed",
      actor: admin.email,
      detail: change,
    });
  });

  test("disables and enables staff, and only enabled staff can sign in", async () => {
    const person = await app.addPerson();
    const path = `/api/staff/${person.id}`;
    const signIn = () => send({ path: "/api/session", body: { email: person.email, password: person.password } });
    await send({ method: "PATCH", path, cookie: admin.cookie, body: { disabled: true } });
    expect((await signIn()).status).toBe(401);
    await send({ method: "PATCH", path, cookie: admin.cookie, body: { disabled: false } });
    expect((await signIn()).status).toBe(200);
  });

  test("cannot change or disable themselves", async () => {
    for (const body of [{ role: "viewer" }, { disabled: true }]) {
      const change = await send({ method: "PATCH", path: `/api/staff/${admin.id}`, cookie: admin.cookie, body });
      expect(await codeOf(change)).toBe("conflict");
    }
  });

  test("stays active if two disable each other at once: one of them remains", async () => {
    const fresh = await openTestApp();
    try {
      const [one, two] = await Promise.all([fresh.addPerson({ role: "admin" }), fresh.addPerson({ role: "admin" })]);
      const disable = (by: TestPerson, whom: TestPerson) =>
        send({ method: "PATCH", path: `/api/staff/${whom.id}`, cookie: by.cookie, body: { disabled: true } });
      await Promise.all([disable(one, two), disable(two, one)]);
      const left = await fresh.store.db.$count(staff, sql`disabled_at is null and role = 'admin'`);
      expect(left).toBe(1);
    } finally {
      await fresh.close();
      Object.assign(globalThis, { [Symbol.for("counterfoil.runtime")]: Promise.resolve(app.runtime) });
    }
  });

  test("must re-authenticate after an hour before sensitive actions", async () => {
    const other = await app.addPerson({ role: "admin" });
    await expireRecentAuth(app, other);
    const input = { email: "later@counterfoil.example", role: "viewer" };
    // A wrong field is said before the password is asked for.
    const mistyped = await send({ path: "/api/staff/invitations", cookie: other.cookie, body: { ...input, email: "later" } });
    expect([mistyped.status, await codeOf(mistyped)]).toEqual([400, "invalid_input"]);
    const refused = await send({ path: "/api/staff/invitations", cookie: other.cookie, body: input });
    expect([refused.status, await codeOf(refused)]).toEqual([403, "proof_required"]);
    const wrong = await send({ path: "/api/session/proof", cookie: other.cookie, body: { password: "wrong" } });
    expect(await codeOf(wrong)).toBe("proof_refused");
    const right = await send({ path: "/api/session/proof", cookie: other.cookie, body: { password: other.password } });
    expect(right.status).toBe(204);
    expect((await send({ path: "/api/staff/invitations", cookie: other.cookie, body: input })).status).toBe(201);
  });

  test("creates a link to set a new password, which ends all sessions of the account", async () => {
    const person = await app.addPerson({ role: "support" });
    const response = await send({ path: `/api/staff/${person.id}/password-link`, cookie: admin.cookie });
    const token = tokenOf((await response.json()).link);
    expect((await accept({ token, password: goodPassword })).status).toBe(200);
    expect(await isSignedIn(person.cookie)).toBe(false);
    const signIn = (password: string) => send({ path: "/api/session", body: { email: person.email, password } });
    expect((await signIn(person.password)).status).toBe(401);
    expect((await signIn(goodPassword)).status).toBe(200);
  });

  test("goes on presenting behind a new password's link in the same browser, and nowhere else", async () => {
    const [person, elsewhere] = await Promise.all([app.addPerson(), app.addPerson()]);
    await setPresenting(app.store.db, person.sessionIdHash, true);
    const shows = async ({ cookie }: TestPerson, whom: TestPerson) => {
      const link = await send({ path: `/api/staff/${whom.id}/password-link`, cookie: admin.cookie });
      const joined = await accept({ token: tokenOf((await link.json()).link), password: goodPassword }, cookie);
      const session = await app.call({ path: "/api/session", cookie: cookiesOf(joined) });
      return (await session.json()).isPresenting;
    };
    expect(await shows(person, person)).toBe(true);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect(await shows(elsewhere, person)).toBe(false);
  });
});
