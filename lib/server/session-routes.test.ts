import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { signInTry, staff, staffSession } from "#lib/db/schema/staff.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { hashSessionId } from "#lib/services/session/session-id.ts";
import { readSessionIdHash, requestCookies, sealSessionCookie } from "./session.ts";
import { openTestApp, type TestApp, testSettings } from "./testing/test-app.ts";

vi.mock("@node-rs/argon2", { spy: true });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

let peers = 0;
function freshPeer(): string {
  peers += 1;
  return `198.51.100.${peers}`;
}

function signIn(email: string, password: string, headers: Record<string, string> = {}): Promise<Response> {
  return app.call({
    method: "POST",
    path: "/api/session",
    body: { email, password },
    headers: { "x-peer": freshPeer(), ...headers },
  });
}

const cookieOf = (response: Response) => response.headers.getSetCookie()[0] ?? "";

test("a sign-in identifies the staff member, and a sign-out ends the session everywhere at once", async () => {
  const person = await app.addPerson({ role: "support", permissions: ["refund"] });
  const answer = await signIn(person.email.toUpperCase(), person.password);
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ staff: { email: person.email, role: "support" } });
  const setCookie = cookieOf(answer);
  expect(setCookie).toMatch(/^desk=[^;]+; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
  const cookie = setCookie.split(";")[0];

  const who = await app.call({ path: "/api/session", cookie });
  expect(await who.json()).toEqual({
    staff: { id: expect.any(String), email: person.email, role: "support", permissions: ["refund"], isLimited: false },
    environments: ["sandbox", "demo"],
    isPresenting: false,
  });

  const out = await app.call({ method: "DELETE", path: "/api/session", cookie });
  expect(out.status).toBe(204);
  expect(out.headers.get("clear-site-data")).toContain('"storage"');
  expect(cookieOf(out)).toMatch(/^desk=; Max-Age=0;/);
  expect((await app.call({ path: "/api/session", cookie })).status).toBe(401);
});

test("the cookie contains an encrypted id and the table only its hash", async () => {
  const person = await app.addPerson();
  const setCookie = cookieOf(await signIn(person.email, person.password));
  const request = new Request("http://localhost:3000/", { headers: { cookie: setCookie.split(";")[0] ?? "" } });
  const idHash = await readSessionIdHash(app.runtime, requestCookies(request));
  const [row] = await app.store.db
    .select()
    .from(staffSession)
    .where(eq(staffSession.idHash, idHash ?? ""));
  expect(row?.staffId).toBe(person.id);
  expect(setCookie).not.toContain(person.email);
});

test("on https the cookie is Secure and bound to this host", async () => {
  const settings = { ...testSettings(), publicOrigin: "https://desk.example" };
  expect(await sealSessionCookie({ settings }, "id")).toMatch(/^__Host-desk=[^;]+;.*; Path=\/; .*; Secure$/);
});

test("a session encrypted with an older key still works after a new key was added", async () => {
  const before = testSettings();
  const cookie = (await sealSessionCookie({ settings: before }, "the-id")).split(";")[0] ?? "";
  const settings = {
    ...before,
    sessionKeys: [...testSettings().sessionKeys.map((key) => ({ ...key, id: "k2" })), ...before.sessionKeys],
  };
  const request = new Request("http://localhost:3000/", { headers: { cookie } });
  expect(await readSessionIdHash({ settings }, requestCookies(request))).toBe(hashSessionId("the-id"));
  expect(await readSessionIdHash({ settings: testSettings() }, requestCookies(request))).toBeUndefined();
});

// Attack: a list of staff.
test("a wrong password, an unknown e-mail and a disabled account are refused with the same text", async () => {
  const person = await app.addPerson();
  const gone = await app.addPerson();
  await app.store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, gone.id));
  const answers = await Promise.all([
    signIn(person.email, "wrong password"),
    signIn("nobody@counterfoil.example", "wrong password"),
    signIn(gone.email, gone.password),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await answer.json()).toEqual({
      error: { code: "sign_in_refused", message: "Wrong e-mail or password.", requestId: "test-request" },
    });
  }
});

// Attack: the same list, by timing. Both must run one full argon2id verification of the same cost.
test("an unknown e-mail needs as much work as a wrong password", async () => {
  const person = await app.addPerson();
  const verificationsOf = async (email: string) => {
    vi.mocked(verify).mockClear();
    expect((await signIn(email, "wrong password")).status).toBe(401);
    // $argon2id$v=19$m=19456,t=2,p=1$salt$hash
    return vi.mocked(verify).mock.calls.map(([hashed]) => hashed.toString().split("$").slice(1, 4).join("$"));
  };
  const known = await verificationsOf(person.email);
  expect(known).toEqual(["argon2id$v=19$m=19456,t=2,p=1"]);
  expect(await verificationsOf("nobody@counterfoil.example")).toEqual(known);
});

// Attack: session fixation, with an id set before the victim signs in.
test("a sign-in creates a new session and ends the browser's previous one", async () => {
  const person = await app.addPerson();
  const answer = await app.call({
    method: "POST",
    path: "/api/session",
    cookie: person.cookie,
    body: { email: person.email, password: person.password },
    headers: { "x-peer": freshPeer() },
  });
  expect(cookieOf(answer)).not.toContain(person.cookie);
  expect((await app.call({ path: "/api/session", cookie: person.cookie })).status).toBe(401);
});

test("too many attempts for an account from one address get Retry-After, and others are not blocked", async () => {
  const person = await app.addPerson();
  const peer = { "x-peer": "203.0.113.5" };
  const statuses: number[] = [];
  for (let round = 0; round < 8; round++) statuses.push((await signIn(person.email, "wrong password", peer)).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429, 429]);
  const refused = await signIn(person.email, person.password, peer);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
  expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(10);
  expect((await signIn(person.email, person.password)).status).toBe(200);

  await app.store.db.update(signInTry).set({ at: new Date(Date.now() - 11_000) });
  expect((await signIn(person.email, person.password, peer)).status).toBe(200);
});

test("one address with many e-mails is limited too; an IPv6 network counts as one address", {
  meta: { slow: "Hashes a password for each of many sign-ins." },
}, async () => {
  const statuses = new Set<number>();
  for (let round = 0; round < 300 && !statuses.has(429); round++) {
    const peer = `2001:db8:1:2::${(round + 1).toString(16)}`;
    statuses.add((await signIn(`person-${round}@counterfoil.example`, "x", { "x-peer": peer })).status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
});

test("sign-ins, refusals and sign-outs write audit rows without the typed values", async () => {
  const person = await app.addPerson();
  await signIn(person.email, "canary-typed-password");
  await signIn("canary-password-in-the-wrong-box", "x");
  const cookie = cookieOf(await signIn(person.email, person.password)).split(";")[0];
  await app.call({ method: "DELETE", path: "/api/session", cookie });
  const rows = (await readAudit({ db: app.store.db, vault: app.vault })).slice(-4).reverse();
  expect(rows.map((row) => [row.act, row.actor])).toEqual([
    ["session.ended", person.email],
    ["session.created", person.email],
    ["session.refused", "unknown user"],
    ["session.refused", person.email],
  ]);
  expect(rows[1]?.peer).toMatch(/^198\.51\.100\./);
  expect(JSON.stringify(rows)).not.toContain("canary");
  expect(app.lines.join("")).not.toContain("canary");
});

test("missing sign-in fields are reported", async () => {
  const answer = await app.call({ method: "POST", path: "/api/session", body: { email: " " } });
  expect(answer.status).toBe(400);
  const { error } = await answer.json();
  expect(error.fields.map((each: { field: string }) => each.field)).toEqual(["email", "password"]);
});

test("without a second factor a code is refused", async () => {
  const answer = await app.call({ method: "POST", path: "/api/session/totp", body: { code: "123456" } });
  expect(answer.status).toBe(401);
  expect((await answer.json()).error.code).toBe("unauthenticated");
});

test("production is open to a real administrator with a second factor only when no seeded account is left", async () => {
  const real = await app.addPerson({ role: "admin", hasSecondFactor: true });
  const withoutCode = await app.addPerson({ role: "admin" });
  const seeded = await app.addPerson({ role: "admin", seeded: true });
  const environmentsOf = async (cookie: string) => (await (await app.call({ path: "/api/session", cookie })).json()).environments;
  expect(await environmentsOf(real.cookie)).toEqual(["sandbox", "demo"]);
  expect(await environmentsOf(seeded.cookie)).toEqual(["sandbox", "demo"]);
  await app.store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.seeded, true));
  expect(await environmentsOf(real.cookie)).toEqual(["sandbox", "demo", "production"]);
  expect(await environmentsOf(withoutCode.cookie)).toEqual(["sandbox", "demo"]);
});
