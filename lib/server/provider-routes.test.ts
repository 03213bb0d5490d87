import { createServer, type Server } from "node:http";
import { eq } from "drizzle-orm";
import Provider from "oidc-provider";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staff, staffSession } from "#lib/db/schema/staff.ts";
import { setPresenting, setViewAs } from "#lib/db/staff/staff-sessions.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createTotpSecret, totpPlace } from "#lib/services/session/second-factor.ts";
import { createSignInProvider } from "#lib/services/session/sign-in-provider.ts";
import { openTestApp, type TestApp, type TestPerson, testOrigin } from "./testing/test-app.ts";

type Claims = { email: string; email_verified: boolean; amr?: string[]; acr?: string; account?: string; signedInAt?: number };

let app: TestApp;
let server: Server;
let issuer: string;
/** The provider's account. */
let claims: Claims;

beforeAll(async () => {
  app = await openTestApp();
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  issuer = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  serveProvider(server, issuer);
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
});
beforeEach(() => {
  const credential = { clientId: "dashboard", clientSecret: "a secret of the dashboard at the provider" };
  const settings = { issuer, ...credential, name: "Example", mfaAcr: ["urn:example:two-factors"] };
  app.runtime.signInProvider = createSignInProvider(settings, testOrigin);
});

/** A certified provider on its own port that signs in without a prompt. */
function serveProvider(http: Server, at: string): void {
  const provider = new Provider(at, {
    clients: [
      {
        client_id: "dashboard",
        client_secret: "a secret of the dashboard at the provider",
        redirect_uris: [`${testOrigin}/api/session/provider/callback`],
      },
    ],
    acrValues: ["urn:example:two-factors", "urn:example:password"],
    claims: { openid: ["sub", "amr", "acr"], email: ["email", "email_verified"] },
    conformIdTokenClaims: false,
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...claims }) }),
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["a key for the provider's own cookies"] },
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: async (ctx) => {
      const { session, client } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({ accountId: session?.accountId ?? "", clientId: client?.clientId ?? "" });
      grant.addOIDCScope("openid email");
      await grant.save();
      return grant;
    },
  });
  const serve = provider.callback();
  http.on("request", (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return void serve(request, response);
    const { account = crypto.randomUUID(), amr = ["pwd"], acr, signedInAt: ts } = claims;
    const login = { accountId: account, amr, ...(acr ? { acr } : {}), ...(ts ? { ts } : {}) };
    void provider.interactionFinished(request, response, { login });
  });
}

const providerCookies = new Map<string, string>();

/** A browser stub: saves the cookies of app and provider and follows redirects until the app's response. */
async function walk(
  change: (callback: URL) => URL = (callback) => callback,
  { query = "", isSilent = false, session = "" } = {},
) {
  if (!isSilent) providerCookies.clear();
  const begun = await app.call({ path: `/api/session/provider?next=/sandbox/payments${query}`, cookie: session });
  expect(begun.status).toBe(303);
  const appCookies = cookiesOf(begun);
  let at = new URL(begun.headers.get("location") ?? "");
  while (at.origin !== testOrigin) {
    const cookie = [...providerCookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(at, { redirect: "manual", headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (set.split(";")[0] ?? "").split(/=(.*)/s);
      providerCookies.set(name, value);
    }
    at = new URL(answer.headers.get("location") ?? "", at);
  }
  const callback = change(at);
  return app.call({ path: callback.pathname + callback.search, cookie: [session, appCookies].filter(Boolean).join("; ") });
}

const cookiesOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((each) => each.split(";")[0])
    .filter((each) => !each?.endsWith("="))
    .join("; ");

async function isSignedIn(response: Response): Promise<boolean> {
  return (await app.call({ path: "/api/session", cookie: cookiesOf(response) })).status === 200;
}

test("staff with an account at the provider are signed in on the requested page", async () => {
  const person = await app.addPerson({ role: "support" });
  claims = { email: person.email.toUpperCase(), email_verified: true };
  const back = await walk();
  expect(back.headers.get("location")).toBe(`${testOrigin}/sandbox/payments`);
  expect(await isSignedIn(back)).toBe(true);
});

// Attack: becoming staff, or a colleague, with a new account at the provider.
test.each<[string, (email: string) => Claims]>([
  ["nobody here", () => ({ email: "stranger@elsewhere.example", email_verified: true })],
  ["an address the provider did not verify", (email) => ({ email, email_verified: false })],
])("%s is refused", async (_, claimsOf) => {
  const person = await app.addPerson();
  claims = claimsOf(person.email);
  const back = await walk();
  expect(back.headers.get("location")).toMatch(/\/login\?problem=provider_refused/);
  expect(await isSignedIn(back)).toBe(false);
});

test("disabled staff are refused", async () => {
  const person = await app.addPerson();
  await app.store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.id, person.id));
  claims = { email: person.email, email_verified: true };
  expect((await walk()).headers.get("location")).toMatch(/provider_refused/);
});

// Attack: a former colleague's access, through an e-mail address that the provider has reassigned.
test("only the first linked provider account can sign in, until a new password is set by a link", async () => {
  const person = await app.addPerson();
  const walkAs = async (account: string) => {
    claims = { email: person.email, email_verified: true, account };
    return isSignedIn(await walk());
  };
  expect([await walkAs("first"), await walkAs("second"), await walkAs("first")]).toEqual([true, false, true]);
});

// Attack: another site's page signs a browser in.
test.each(["cross-site", "same-site"])("a browser coming from %s must confirm first", async (site) => {
  const headers = { "sec-fetch-site": site };
  const begun = await app.call({ path: "/api/session/provider?next=/sandbox/payments", headers });
  expect(begun.headers.get("location")).toBe(`${testOrigin}/login?next=%2Fsandbox%2Fpayments`);
  expect(begun.headers.getSetCookie()).toEqual([]);
});

// Attack: signing a victim in as the attacker, or replaying a response.
test("a response with another state, without the browser's cookie, or used twice is refused", async () => {
  const person = await app.addPerson();
  claims = { email: person.email, email_verified: true };
  const otherState = await walk((callback) => {
    callback.searchParams.set("state", "another");
    return callback;
  });
  expect(await isSignedIn(otherState)).toBe(false);
  let seen = new URL(testOrigin);
  expect(
    await isSignedIn(
      await walk((callback) => {
        seen = callback;
        return callback;
      }),
    ),
  ).toBe(true);
  const again = await app.call({ path: seen.pathname + seen.search });
  expect(again.headers.get("location")).toMatch(/provider_refused/);
  expect(await isSignedIn(again)).toBe(false);
});

async function addPersonWithCode() {
  const person = await app.addPerson();
  await app.store.db
    .update(staff)
    .set({ totp: Buffer.from("sealed") })
    .where(eq(staff.id, person.id));
  return person;
}

// Attack: production without a second factor, by one factor used twice or an unclear claim.
test.each<[string[], string | undefined]>([
  [[], undefined],
  [["otp"], undefined],
  [["face"], undefined],
  [["pwd", "pin"], undefined],
  [["otp", "hwk"], undefined],
  [["pwd", "user", "geo"], undefined],
  [["pwd"], "urn:example:password"],
])("our second factor is still required for amr %j, acr %s", async (amr, acr) => {
  const person = await addPersonWithCode();
  claims = { email: person.email, email_verified: true, amr, ...(acr ? { acr } : {}) };
  const owed = await walk();
  expect(owed.headers.get("location")).toBe(`${testOrigin}/login?step=code&next=%2Fsandbox%2Fpayments`);
  expect(await isSignedIn(owed)).toBe(false);
});

test.each<[string[], string | undefined]>([
  [["mfa"], undefined],
  [["pwd", "otp"], undefined],
  [["pin", "hwk"], undefined],
  [["face", "hwk"], undefined],
  [["pwd"], "urn:example:two-factors"],
])("the provider's two factors are enough: amr %j, acr %s", async (amr, acr) => {
  const person = await addPersonWithCode();
  claims = { email: person.email, email_verified: true, amr, ...(acr ? { acr } : {}) };
  expect(await isSignedIn(await walk())).toBe(true);
});

/** Something that needs a recent re-authentication. */
async function needsReauthentication(response: Response): Promise<boolean> {
  const answer = await app.call({ method: "POST", path: "/api/session/second-factor", cookie: cookiesOf(response) });
  return answer.status === 403 && (await answer.json()).error.code === "proof_required";
}

// Attack: skipping re-authentication in a browser with an open provider session.
test("a silent sign-in is not a re-authentication: the provider's sign-in of an hour ago stays an hour old", async () => {
  const person = await app.addPerson();
  const hourAgo = Math.floor(Date.now() / 1000) - 3_600;
  claims = { email: person.email, email_verified: true, account: "silent", signedInAt: hourAgo };
  expect(await needsReauthentication(await walk())).toBe(true);
  const silent = await walk(undefined, { isSilent: true });
  expect(await isSignedIn(silent)).toBe(true);
  expect(await needsReauthentication(silent)).toBe(true);
  // From here on a provider sign-in would be new: only a re-authentication requests it.
  claims = { email: person.email, email_verified: true, account: "silent" };
  expect(await needsReauthentication(await walk(undefined, { isSilent: true }))).toBe(true);
  const again = await walk(undefined, { isSilent: true, query: "&proof=1" });
  expect(again.headers.get("location")).toBe(`${testOrigin}/sandbox/payments`);
  expect(await needsReauthentication(again)).toBe(false);
});

/** A presenting administrator who tries the rights of support. */
async function addPresenter() {
  const person = await app.addPerson({ role: "admin" });
  await setPresenting(app.store.db, person.sessionIdHash, true);
  await setViewAs(app.store.db, person.sessionIdHash, "support");
  claims = { email: person.email, email_verified: true };
  return person;
}

async function shownAs(response: Response): Promise<{ isPresenting: boolean; role: string }> {
  const { isPresenting, staff: member } = await (await app.call({ path: "/api/session", cookie: cookiesOf(response) })).json();
  return { isPresenting, role: member.role };
}

test("a re-authentication during a presentation goes on presenting, with the rights that are tried", async () => {
  const person = await addPresenter();
  const again = await walk(undefined, { query: "&proof=1", session: person.cookie });
  expect(await shownAs(again)).toEqual({ isPresenting: true, role: "support" });
  expect((await app.call({ path: "/api/session", cookie: person.cookie })).status).toBe(401);
});

test.each<[string, (person: TestPerson) => Promise<unknown>]>([
  [
    "of another staff member",
    async () => {
      claims = { email: (await app.addPerson({ role: "admin" })).email, email_verified: true };
    },
  ],
  ["after a sign-out", ({ cookie }) => app.call({ method: "DELETE", path: "/api/session", cookie })],
  ["after hours without use", ({ sessionIdHash }) => changeSession(sessionIdHash, { lastSeenAt: new Date(0) })],
  ["after the session's end", ({ sessionIdHash }) => changeSession(sessionIdHash, { expiresAt: new Date(0) })],
])("a sign-in %s presents nothing and has all its rights", async (_, before) => {
  const person = await addPresenter();
  await before(person);
  const fresh = await walk(undefined, { session: person.cookie });
  expect(await shownAs(fresh)).toEqual({ isPresenting: false, role: "admin" });
});

const changeSession = (idHash: string, values: Partial<typeof staffSession.$inferInsert>) =>
  app.store.db.update(staffSession).set(values).where(eq(staffSession.idHash, idHash));

test("a provider without a sign-in time does not re-authenticate", async () => {
  const person = await app.addPerson();
  claims = { email: person.email, email_verified: true };
  const provider = app.runtime.signInProvider;
  if (!provider) throw new Error("There is no provider.");
  const finish: typeof provider.finish = async (...answer) => ({ ...(await provider.finish(...answer)), signedInAt: undefined });
  app.runtime.signInProvider = { ...provider, finish };
  const back = await walk();
  expect(await isSignedIn(back)).toBe(true);
  expect(await needsReauthentication(back)).toBe(true);
});

async function addPersonWithTotp(): Promise<{ person: TestPerson; code: string }> {
  const person = await app.addPerson();
  const secret = createTotpSecret();
  const totp = app.runtime.vault.seal(Buffer.from(secret), totpPlace(person.id, "totp"));
  await app.store.db.update(staff).set({ totp }).where(eq(staff.id, person.id));
  return { person, code: new TOTP({ secret }).generate() };
}

const sendCode = (owed: Response, code: string) =>
  app.call({ method: "POST", path: "/api/session/totp", cookie: cookiesOf(owed), body: { code } });

test("our own code after a silent sign-in does not make it recent", async () => {
  const { person, code } = await addPersonWithTotp();
  claims = { email: person.email, email_verified: true, signedInAt: Math.floor(Date.now() / 1000) - 3_600 };
  const done = await sendCode(await walk(), code);
  expect(done.status).toBe(200);
  expect(await needsReauthentication(done)).toBe(true);
});

test("the audit log says before our own code whether the provider was asked or the password", async () => {
  const [byProvider, byPassword] = [await addPersonWithTotp(), await addPersonWithTotp()];
  claims = { email: byProvider.person.email, email_verified: true };
  expect((await sendCode(await walk(), byProvider.code)).status).toBe(200);
  const { email, password } = byPassword.person;
  const owed = await app.call({ method: "POST", path: "/api/session", body: { email, password } });
  expect((await sendCode(owed, byPassword.code)).status).toBe(200);
  const rows = await readAudit({ db: app.store.db, vault: app.vault });
  const waysOf = ({ person }: { person: TestPerson }) =>
    rows.filter(({ act, actor }) => act === "session.created" && actor === person.email).map(({ detail }) => detail);
  expect([waysOf(byProvider), waysOf(byPassword)]).toEqual([[{ by: "provider and code" }], [{ by: "password and code" }]]);
});

// Attack: any colleague's session, by someone between the app and the provider.
test("an ID token without the provider's signature is refused", async () => {
  const person = await app.addPerson();
  claims = { email: person.email, email_verified: true };
  const real = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const answer = await real(input, init);
    if (!String(input instanceof Request ? input.url : input).endsWith("/jwks")) return answer;
    const { keys } = await answer.json();
    return Response.json({ keys: keys.map((key: { n: string }) => ({ ...key, n: key.n.split("").reverse().join("") })) });
  };
  try {
    expect((await walk()).headers.get("location")).toMatch(/provider_refused/);
  } finally {
    globalThis.fetch = real;
  }
});

test("an unreachable provider is reported, and passwords still work", async () => {
  const settings = { issuer: "http://127.0.0.1:9", clientId: "dashboard", clientSecret: "x", name: "Example", mfaAcr: [] };
  app.runtime.signInProvider = createSignInProvider(settings, testOrigin);
  const begun = await app.call({ path: "/api/session/provider" });
  expect(begun.headers.get("location")).toBe(`${testOrigin}/login?problem=provider_away&next=%2Fsandbox`);
});

test("without a provider the address is 404", async () => {
  app.runtime.signInProvider = undefined;
  expect((await app.call({ path: "/api/session/provider" })).status).toBe(404);
});
