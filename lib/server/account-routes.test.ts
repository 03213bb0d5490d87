import { eq, sql } from "drizzle-orm";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffSession } from "#lib/db/schema/staff.ts";
import { createStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { codeOf, cookiesOf, expireRecentAuth, goodPassword, isSignedIn, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
});
afterAll(() => app.close());

describe("a second factor", () => {
  async function enrol(person: TestPerson): Promise<{ secret: string; code: string; recoveryCodes: string[] }> {
    const begun = await send({ path: "/api/session/second-factor", cookie: person.cookie });
    const { secret, uri } = await begun.json();
    expect(uri).toMatch(/^otpauth:\/\/totp\/Counterfoil:.*secret=/);
    const code = codeAt(secret, 0);
    const confirmed = await send({ path: "/api/session/second-factor/confirm", cookie: person.cookie, body: { code } });
    expect(confirmed.status).toBe(200);
    return { secret, code, ...(await confirmed.json()) };
  }

  const codeAt = (secret: string, steps: number) => new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });
  const firstStep = ({ email, password }: TestPerson) => send({ path: "/api/session", body: { email, password } });
  const secondStep = (cookie: string, code: string) => send({ path: "/api/session/totp", cookie, body: { code } });

  test("is required at every sign-in, and each code works once", async () => {
    const person = await app.addPerson();
    const { secret, code, recoveryCodes } = await enrol(person);
    expect(new Set(recoveryCodes).size).toBe(10);
    const step = await firstStep(person);
    expect(await step.json()).toEqual({ next: "totp" });
    expect(await isSignedIn(cookiesOf(step))).toBe(false);
    expect(await codeOf(await secondStep(cookiesOf(step), code))).toBe("code_refused");
    const next = codeAt(secret, 1);
    const signedIn = await secondStep(cookiesOf(step), next);
    expect(await signedIn.json()).toEqual({ staff: { email: person.email, role: "viewer" } });
    expect(await isSignedIn(cookiesOf(signedIn))).toBe(true);
    expect(await codeOf(await secondStep(cookiesOf(step), next))).toBe("unauthenticated");
    expect(await codeOf(await secondStep(cookiesOf(await firstStep(person)), next))).toBe("code_refused");
  });

  test("can be replaced by each recovery code once", async () => {
    const person = await app.addPerson();
    const { recoveryCodes } = await enrol(person);
    const [code = ""] = recoveryCodes;
    const signedIn = await secondStep(cookiesOf(await firstStep(person)), ` ${code.toUpperCase().replaceAll("-", " ")} `);
    expect(signedIn.status).toBe(200);
    expect(await codeOf(await secondStep(cookiesOf(await firstStep(person)), code))).toBe("code_refused");
    const account = await app.call({ path: "/api/session/account", cookie: cookiesOf(signedIn) });
    expect(await account.json()).toMatchObject({ hasSecondFactor: true, isSeeded: false, recoveryCodesLeft: 9 });
  });

  // Attack: guessing the six digits.
  test("accepts five codes for one password, and then slows down", async () => {
    const person = await app.addPerson();
    await enrol(person);
    const codes: string[] = [];
    for (let round = 0; round < 3; round++) {
      const cookie = cookiesOf(await firstStep(person));
      for (let at = 0; at < 6; at++) codes.push(await codeOf(await secondStep(cookie, "000000")));
    }
    expect(codes.slice(0, 6)).toEqual([...Array(5).fill("code_refused"), "unauthenticated"]);
    expect(codes.slice(12)).toContain("throttled");
  });

  // Attack: locking out the owner of a leaked password by sending wrong codes from elsewhere.
  test("stays usable for its owner from a known address, despite wrong codes from elsewhere", async () => {
    const person = await app.addPerson();
    const { secret } = await enrol(person);
    const home = (path: string, body: object, cookie?: string) =>
      app.call({ method: "POST", path, body, ...(cookie && { cookie }), headers: { "x-peer": "192.0.2.44" } });
    const enter = async (code: string) => {
      const step = await home("/api/session", { email: person.email, password: person.password });
      return home("/api/session/totp", { code }, cookiesOf(step));
    };
    expect((await enter(codeAt(secret, 1))).status).toBe(200);
    const guesses: string[] = [];
    for (let round = 0; round < 3; round++) {
      const cookie = cookiesOf(await firstStep(person));
      for (let at = 0; at < 5; at++) guesses.push(await codeOf(await secondStep(cookie, "000000")));
    }
    expect(guesses).toContain("throttled");
    expect(await codeOf(await enter("000000"))).toBe("code_refused");
  });

  test("is not active before a code was confirmed", async () => {
    const person = await app.addPerson();
    await send({ path: "/api/session/second-factor", cookie: person.cookie });
    expect((await firstStep(person)).headers.getSetCookie().join()).toMatch(/^desk=/);
    const confirmed = await send({ path: "/api/session/second-factor/confirm", cookie: person.cookie, body: { code: "000000" } });
    expect(await codeOf(confirmed)).toBe("code_refused");
  });

  test("is required to re-authenticate, and an administrator can remove it", async () => {
    const person = await app.addPerson();
    const { secret } = await enrol(person);
    const proof = (body: object) => send({ path: "/api/session/proof", cookie: person.cookie, body });
    expect(await codeOf(await proof({ password: person.password }))).toBe("proof_refused");
    expect((await proof({ password: person.password, code: codeAt(secret, 1) })).status).toBe(204);
    const reset = await send({ method: "DELETE", path: `/api/staff/${person.id}/second-factor`, cookie: admin.cookie });
    expect(reset.status).toBe(204);
    expect(await isSignedIn(person.cookie)).toBe(false);
    expect((await firstStep(person)).headers.getSetCookie().join()).toMatch(/^desk=/);
  });

  // Attack: with a copied cookie and the password, into production's credentials without any code.
  test("opens production to an administrator, until they turn it off", async () => {
    const person = await app.addPerson({ role: "admin" });
    const environments = async () =>
      (await (await app.call({ path: "/api/session", cookie: person.cookie })).json()).environments;
    expect(await environments()).not.toContain("production");
    await enrol(person);
    expect(await environments()).toContain("production");
    const dropped = await send({ method: "DELETE", path: "/api/session/second-factor", cookie: person.cookie });
    expect(dropped.status).toBe(204);
    const proof = await send({ path: "/api/session/proof", cookie: person.cookie, body: { password: person.password } });
    expect(proof.status).toBe(204);
    expect(await environments()).toEqual(["sandbox", "demo"]);
  });

  test("is stored encrypted or hashed only", async () => {
    const person = await app.addPerson();
    const { secret, recoveryCodes } = await enrol(person);
    const { rows } = await app.store.db.execute<{ text: string }>(
      sql`select (select json_agg(s) from staff s)::text || (select json_agg(r) from recovery_code r)::text as text`,
    );
    for (const text of [secret, ...recoveryCodes]) expect(rows[0]?.text).not.toContain(text);
  });
});

describe("the own account", () => {
  test("lists sessions and ends another, or all others", async () => {
    const person = await app.addPerson();
    const signIn = async () =>
      cookiesOf(await send({ path: "/api/session", body: person && { email: person.email, password: person.password } }));
    const [one, two] = [await signIn(), await signIn()];
    const { sessions } = await (await app.call({ path: "/api/session/account", cookie: one })).json();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isThis }: { isThis: boolean }) => isThis)).toHaveLength(1);
    const ended = await send({ method: "DELETE", path: `/api/session/sessions/${person.sessionIdHash}`, cookie: one });
    expect(ended.status).toBe(204);
    expect([await isSignedIn(person.cookie), await isSignedIn(two)]).toEqual([false, true]);
    await send({ method: "DELETE", path: "/api/session/sessions", cookie: one });
    expect([await isSignedIn(one), await isSignedIn(two)]).toEqual([true, false]);
  });

  test("writes into the audit log how many others were open, without those that had ended by themselves", async () => {
    const person = await app.addPerson();
    const session = { staffId: person.id, userAgent: "test", peer: null, hasSecondFactor: false };
    await createStaffSession(app.store.db, { ...session, idHash: "open", lifetimeMs: 3_600_000 });
    await createStaffSession(app.store.db, { ...session, idHash: "expired", lifetimeMs: -1_000 });
    await createStaffSession(app.store.db, { ...session, idHash: "idle", lifetimeMs: 3_600_000 });
    await app.store.db
      .update(staffSession)
      .set({ lastSeenAt: new Date(0) })
      .where(eq(staffSession.idHash, "idle"));
    await send({ method: "DELETE", path: "/api/session/sessions", cookie: person.cookie });
    const rows = await readAudit({ db: app.store.db, vault: app.vault });
    const own = rows.filter(({ act, actor }) => act === "session.ended" && actor === person.email);
    expect(own.map(({ detail }) => detail)).toEqual([{ sessions: 1 }]);
  });

  // Attack: signing a colleague out.
  test("ends no session of another staff member", async () => {
    const person = await app.addPerson();
    const response = await send({
      method: "DELETE",
      path: `/api/session/sessions/${admin.sessionIdHash}`,
      cookie: person.cookie,
    });
    expect(response.status).toBe(404);
    expect(await isSignedIn(admin.cookie)).toBe(true);
  });

  test("accepts a new password after re-authentication, and ends the other sessions", async () => {
    const person = await app.addPerson();
    const other = cookiesOf(await send({ path: "/api/session", body: { email: person.email, password: person.password } }));
    const change = (password: string, current = person.password) =>
      send({ path: "/api/session/password", cookie: person.cookie, body: { current, password } });
    expect(await codeOf(await change("password12345"))).toBe("invalid_input");
    const guessed = await (await change(goodPassword, "not-my-password")).json();
    expect(guessed.error).toMatchObject({ code: "invalid_input", fields: [{ field: "current" }] });
    expect((await change(goodPassword)).status).toBe(204);
    expect([await isSignedIn(person.cookie), await isSignedIn(other)]).toEqual([true, false]);
    await expireRecentAuth(app, person);
    expect(await codeOf(await change(`${goodPassword}-2`))).toBe("proof_required");
  });
});

describe("a presentation", () => {
  test("hides every e-mail address and refuses what is personal, in this session only, until it ends", async () => {
    const person = await app.addPerson({ role: "admin" });
    const other = cookiesOf(await send({ path: "/api/session", body: { email: person.email, password: person.password } }));
    const present = (on: boolean) => send({ path: "/api/session/presentation", cookie: person.cookie, body: { on } });
    const listed = async (cookie: string) => (await app.call({ path: "/api/staff", cookie })).text();
    expect((await present(true)).status).toBe(204);
    expect(await listed(person.cookie)).not.toMatch(/@counterfoil/);
    expect(await listed(other)).toContain(person.email);
    const raw = `/api/sandbox/corner-cafe/notifications/${crypto.randomUUID()}/raw`;
    expect(await codeOf(await app.call({ path: raw, cookie: person.cookie }))).toBe("presenting");
    await present(false);
    expect(await listed(person.cookie)).toContain(person.email);
  });
});
