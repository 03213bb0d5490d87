import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isOnThisMachineOnly } from "#lib/app/settings/setting-values.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { invitation } from "#lib/db/schema/staff.ts";
import { createSandboxLink } from "#lib/services/staff/create-sandbox-link.ts";
import { inviteFirstAdmin } from "#lib/services/staff/invite-first-admin.ts";
import { codeOf, cookiesOf, goodPassword, isSignedIn, send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let seeded: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  seeded = await app.addPerson({ role: "admin", seeded: true });
});
afterAll(() => app.close());

const tokenOf = (link: string | undefined) => link?.split("#")[1] ?? "";

async function create(email: string | undefined = seeded.email): Promise<string | undefined> {
  const { store, vault, runtime } = app;
  const { clock, settings } = runtime;
  return createSandboxLink({ db: store.db, vault, clock, publicOrigin: settings.publicOrigin, email });
}

const use = (token: string) => send({ path: "/api/session/link", body: { token } });

test("signs in as the seeded account, once, also when used twenty times at once", async () => {
  const link = await create();
  expect(link).toMatch(/^http:\/\/localhost:3000\/login#[\w-]{43}$/);
  const answers = await Promise.all(Array.from({ length: 20 }, () => use(tokenOf(link))));
  const signedIn = answers.filter(({ status }) => status === 200);
  expect(signedIn).toHaveLength(1);
  expect(await signedIn[0]?.clone().json()).toEqual({ staff: { email: seeded.email, role: "admin" } });
  expect(await isSignedIn(cookiesOf(signedIn[0] as Response))).toBe(true);
  expect(await codeOf(await use(tokenOf(link)))).toBe("link_closed");
});

test("is closed after ten minutes, by the next start, and for an account that is disabled or has a second factor", async () => {
  const first = tokenOf(await create());
  const second = tokenOf(await create());
  expect(await codeOf(await use(first))).toBe("link_closed");
  await app.store.db.execute(sql`update invitation set expires_at = expires_at - interval '10 minutes' where kind = 'sandbox'`);
  expect(await codeOf(await use(second))).toBe("link_closed");

  const gone = await app.addPerson({ role: "admin", seeded: true });
  const third = tokenOf(await create(gone.email));
  await app.store.db.execute(sql`update staff set disabled_at = now() where id = ${gone.id}`);
  expect(await codeOf(await use(third))).toBe("link_closed");
  await app.store.db.execute(sql`update staff set disabled_at = null, totp = 'x' where id = ${gone.id}`);
  expect(await codeOf(await use(third))).toBe("link_closed");
  expect(await create(gone.email)).toBeUndefined();
});

test("is made for no account that was not seeded, and a start that may not make one closes the last", async () => {
  const real = await app.addPerson({ role: "admin" });
  expect(await create(real.email)).toBeUndefined();
  const token = tokenOf(await create());
  const { store, vault, runtime } = app;
  const { clock, settings } = runtime;
  await createSandboxLink({ db: store.db, vault, clock, publicOrigin: settings.publicOrigin, email: undefined });
  expect(await codeOf(await use(token))).toBe("link_closed");
});

// Attacks: a link to join that signs in, and a link to the sandbox that sets a password or is found by administrators.
test("is no link to join, and no link to join is one", async () => {
  const token = tokenOf(await create());
  expect(await codeOf(await send({ path: "/api/invitations/look", body: { token } }))).toBe("link_closed");
  const joining = await send({ path: "/api/invitations/accept", body: { token, password: goodPassword } });
  expect(await codeOf(joining)).toBe("link_closed");
  const { store, vault, runtime } = app;
  const first = await inviteFirstAdmin({ db: store.db, vault, clock: runtime.clock, publicOrigin: "http://localhost:3000" });
  if (first) expect(await codeOf(await use(tokenOf(first)))).toBe("link_closed");
  const admin = await app.addPerson({ role: "admin" });
  const listed = await (await app.call({ path: "/api/staff", cookie: admin.cookie })).json();
  expect(listed.invitations.map(({ kind }: { kind: string }) => kind)).not.toContain("sandbox");
  expect((await use(token)).status).toBe(200);
});

// Attack: another site, or a link that a mail program opens, spends the token or signs its reader in.
test("is used by a POST of our own page only; an address that holds the token does nothing", async () => {
  const token = tokenOf(await create());
  for (const headers of [{ origin: "https://evil.example" }, { origin: undefined }, { "sec-fetch-site": "cross-site" }]) {
    const path = "/api/session/link";
    expect(await codeOf(await app.call({ method: "POST", path, headers, body: { token } }))).toBe("cross_site");
  }
  expect((await app.call({ path: `/api/session/link?token=${token}` })).status).toBe(405);
  expect((await use(token)).status).toBe(200);
});

test("counts as a recent sign-in for ten minutes, in the sandbox and in demo, never in production", async () => {
  const cookie = cookiesOf(await use(tokenOf(await create())));
  const pair = { partnerId: "mps-p-1", applicationId: "mps-app-1", clientId: "client_1", clientSecret: "secret_1" };
  await saveIntegration(app.store.db, app.vault, { id: "demo", baseUrl: "https://gateway.example", ...pair, by: "a test" });
  const plan = (environment: string) => {
    const body = { csv: "slug,name,clientId,clientSecret\na,b,c,d\n", dryRun: true };
    return send({ path: `/api/${environment}/merchants/import`, cookie, body });
  };
  expect((await plan("demo")).status).toBe(200);
  expect(await codeOf(await plan("production"))).toBe("environment_closed");
  await app.store.db.execute(
    sql`update staff_session set authenticated_at = now() - interval '11 minutes' where staff_id = ${seeded.id}`,
  );
  expect(await codeOf(await plan("demo"))).toBe("proof_required");
});

test("is stored as a hash only", async () => {
  const token = tokenOf(await create());
  const rows = await app.store.db.select().from(invitation);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test.each([
  [{ host: "127.0.0.1", isLocalOrigin: true }, true],
  [{ host: "::1", isLocalOrigin: true }, true],
  [{ host: "0.0.0.0", isLocalOrigin: true }, false],
  [{ host: "192.168.1.4", isLocalOrigin: true }, false],
  [{ host: "127.0.0.1", isLocalOrigin: false }, false],
  [{ host: "127.0.0.1", isLocalOrigin: true, trustedProxies: ["10.0.0.1"] }, false],
])("%j is reached from this machine only: %s", (settings, expected) => {
  expect(isOnThisMachineOnly(settings)).toBe(expected);
});
