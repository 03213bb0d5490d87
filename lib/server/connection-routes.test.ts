import { readFileSync } from "node:fs";
import { desc, eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import type { ImportStep } from "#lib/contract/connection.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { environment } from "#lib/db/schema/environment.ts";
import { identityIntegration } from "#lib/db/schema/identity.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyCertificate, notifyEndpoint } from "#lib/db/schema/notification.ts";
import { staffSession } from "#lib/db/schema/staff.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import english from "../../messages/en/connection.json" with { type: "json" };
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let gateway: TinyGateway;
let admin: TestPerson;
beforeAll(async () => {
  [app, gateway] = await Promise.all([openTestApp(), startTinyGateway()]);
  admin = await app.addPerson({ role: "admin" });
});
afterAll(async () => {
  await gateway.close();
  await app.close();
});
const ownHost = "counterfoil.example";
/** Each test has its own integration: failed attempts count for it and would block the next test. */
let integrations = 0;
beforeEach(async () => {
  integrations += 1;
  const { store, vault, runtime } = app;
  const permits = createPermitLedger({ db: store.db, vault });
  const hosts = { allowedHosts: [gateway.host, ownHost], ownHost };
  runtime.gateways = createGatewayDirectory({ store, vault, clock: runtime.clock, permits, ...hosts, onCall: () => {} });
  await store.db.delete(merchant);
  await store.db.delete(environment);
  gateway.refused.clear();
  gateway.sessionCalls.clear();
});

const send = (path: string, body: unknown, by = admin) =>
  app.call({ method: "POST", path: `/api/demo${path}`, cookie: by.cookie, body });
const integration = () => ({
  baseUrl: gateway.url,
  partnerId: "p",
  applicationId: "a",
  clientId: `client_${String(integrations).padStart(32, "c")}`,
  clientSecret: `secret_${"s".repeat(64)}`,
});
let merchants = 0;
function newMerchant() {
  merchants += 1;
  const tail = String(merchants).padStart(4, "0");
  return {
    slug: `cafe-${merchants}`,
    name: `Café ${merchants}`,
    clientId: `cli_${"m".repeat(24)}${tail}`,
    clientSecret: `sec_${"k".repeat(56)}${tail}`,
  };
}

async function problemsOf(response: Response): Promise<string[]> {
  const { error } = await response.json();
  return [error.code, ...(error.fields ?? []).map(({ field }: { field: string }) => field)];
}

describe("connecting", () => {
  test("an integration and a merchant are stored encrypted and returned without their secrets", async () => {
    expect(await (await send("/connection", integration())).json()).toEqual({
      outcome: "added",
      warnings: [],
      warningDetails: [],
    });
    const cafe = newMerchant();
    expect(await (await send("/merchants", cafe)).json()).toEqual({ outcome: "added", warnings: [], warningDetails: [] });
    const response = await app.call({ path: "/api/demo/connection", cookie: admin.cookie });
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      integration: { baseUrl: gateway.url, partnerId: "p", credentialSetBy: admin.email, token: { state: "none" } },
      merchants: [{ slug: cafe.slug, status: "unproven", session: { attemptsUsed: 0, attemptsMax: 2 } }],
    });
    const { rows } = await app.store.db.execute<{ text: string }>(
      sql`select (select json_agg(e) from environment e)::text || (select json_agg(m) from merchant m)::text
        || (select json_agg(a) from audit a)::text as text`,
    );
    for (const secret of [integration().clientSecret, cafe.clientSecret, cafe.clientId]) {
      expect(text).not.toContain(secret);
      expect(rows[0]?.text).not.toContain(secret);
    }
    expect(gateway.tokenCalls).toBe(0);
    const [connected] = await app.store.db.select().from(audit).where(eq(audit.act, "environment.connected")).limit(1);
    expect(connected).toMatchObject({ staffId: admin.id, peer: "192.0.2.7" });
  });

  test.each([
    ["clientId", { clientId: `secret_${"c".repeat(32)}`, clientSecret: `client_${"s".repeat(64)}` }],
    ["clientSecret", { clientSecret: `secret_ ${"s".repeat(63)}` }],
    ["baseUrl", { baseUrl: "https://elsewhere.example" }],
    ["baseUrl", { baseUrl: `https://${ownHost}` }],
    ["baseUrl", { baseUrl: "https://api-gateway.mypos.com" }],
    ["clientId", { clientId: "" }],
  ])("is refused by %s before anything is sent: %j", async (field, change) => {
    const [code, ...fields] = await problemsOf(await send("/connection", { ...integration(), ...change }));
    expect(code).toBe("invalid_input");
    expect(fields).toContain(field);
  });

  test("an unusual length causes only a warning", async () => {
    const answer = await send("/connection", { ...integration(), clientId: "client_short" });
    expect((await answer.json()).warnings).toEqual([expect.stringContaining("unusual length")]);
  });

  test("requires re-authentication and the role", async () => {
    const late = await app.addPerson({ role: "admin" });
    await app.store.db
      .update(staffSession)
      .set({ authenticatedAt: new Date(0) })
      .where(eq(staffSession.idHash, late.sessionIdHash));
    expect(await problemsOf(await send("/connection", integration(), late))).toEqual(["proof_required"]);
    const mistyped = { ...integration(), clientId: "" };
    expect(await problemsOf(await send("/connection", mistyped, late))).toEqual(["invalid_input", "clientId"]);
    expect(await problemsOf(await send("/connection", integration(), await app.addPerson({ role: "support" })))).toEqual([
      "forbidden",
    ]);
  });

  test("a merchant before its integration is refused", async () => {
    expect(await problemsOf(await send("/merchants", newMerchant()))).toEqual(["not_connected"]);
  });
});

describe("a file of merchants", () => {
  const ordered = (row: ReturnType<typeof newMerchant>, sid = "") => ({
    slug: row.slug,
    name: row.name,
    clientId: row.clientId,
    clientSecret: row.clientSecret,
    sid,
  });
  const csvOf = (rows: ReturnType<typeof newMerchant>[], delimiter = ",") =>
    [
      ["slug", "name", "clientId", "clientSecret", "sid"].join(delimiter),
      ...rows.map((row) => Object.values(ordered(row)).join(delimiter)),
    ].join("\r\n");

  test("shows the result of each line in a dry run, and then stores it", async () => {
    await send("/connection", integration());
    const [one, two] = [newMerchant(), newMerchant()];
    await send("/merchants", one);
    const csv = `\ufeff${csvOf([{ ...one, name: "Another name" }, two], ";")}`;
    const dry = await (await send("/merchants/import", { csv, dryRun: true })).json();
    expect(dry).toMatchObject({
      stored: false,
      lines: [
        { line: 2, outcome: "changed" },
        { line: 3, outcome: "added" },
      ],
    });
    expect(await app.store.db.$count(merchant)).toBe(1);
    const real = await (await send("/merchants/import", { csv, dryRun: false })).json();
    expect(real).toMatchObject({ stored: true, lines: [{ outcome: "changed" }, { outcome: "added" }] });
    const again = await (await send("/merchants/import", { csv, dryRun: false })).json();
    expect(again.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["unchanged", "unchanged"]);
  });

  test("of 10,000 lines reports its progress, and stores all in one transaction", {
    meta: { slow: "Seals 10,000 merchants." },
  }, async () => {
    await send("/connection", integration());
    const rows = Array.from({ length: 10_000 }, newMerchant);
    const body = { csv: csvOf(rows), dryRun: false };
    const response = await send("/merchants/import/steps", body);
    const lines = (await response.text()).trimEnd().split("\n");
    const steps: ImportStep[] = lines.map((line) => JSON.parse(line));
    expect(steps.map((step) => (step.step === "saved" ? step.done : step.step))).toEqual([
      ...Array.from({ length: 20 }, (_, at) => (at + 1) * 500),
      "end",
    ]);
    const end = steps.at(-1);
    expect(end?.step === "end" && end.result.stored && end.result.lines.every(({ outcome }) => outcome === "added")).toBe(true);
    expect(await app.store.db.$count(merchant)).toBe(10_000);
  });

  test("includes certificates of stores, and reports the line of an unreadable one", async () => {
    await send("/connection", integration());
    const pem = readFileSync("lib/notifications/testing/vectors/test-store-cert.pem", "utf8").trim();
    const [one, two, three] = [newMerchant(), newMerchant(), newMerchant()];
    const csvWith = (...cells: string[]) =>
      [
        "slug,name,clientId,clientSecret,sid,certificate",
        ...[one, two, three].map((row, at) => [...Object.values(ordered(row)).slice(0, 4), cells[at]].join(",")),
      ].join("\n");
    const inQuotes = `11,"${pem}"`;
    const inOneLine = `12,${pem.replaceAll("\n", "\\n")}`;
    const refused = await (
      await send("/merchants/import", { csv: csvWith(inQuotes, inOneLine, `,${pem.slice(0, 27)}x`), dryRun: false })
    ).json();
    expect(refused).toMatchObject({
      stored: false,
      lines: [
        { line: 2, problems: [] },
        { line: 2 + pem.split("\n").length, problems: [] },
        { line: 3 + pem.split("\n").length, problems: [{ field: "certificate" }, { field: "certificate" }] },
      ],
    });
    const csv = csvWith(inQuotes, inOneLine, ",");
    expect((await (await send("/merchants/import", { csv, dryRun: false })).json()).stored).toBe(true);
    const stored = await app.store.db
      .select({ slug: merchant.slug, sid: notifyEndpoint.sid, keyBits: notifyCertificate.keyBits })
      .from(notifyEndpoint)
      .innerJoin(merchant, eq(merchant.id, notifyEndpoint.merchantId))
      .innerJoin(notifyCertificate, eq(notifyCertificate.endpointId, notifyEndpoint.id))
      .where(eq(notifyEndpoint.environment, "demo"))
      .orderBy(notifyEndpoint.sid);
    expect(stored).toMatchObject([
      { slug: one.slug, sid: "11" },
      { slug: two.slug, sid: "12" },
    ]);
    const again = await (await send("/merchants/import", { csv, dryRun: false })).json();
    expect(again.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(["unchanged", "unchanged", "unchanged"]);
  });

  test("reports each of thousands of invalid lines with field and solution, and stores none", async () => {
    await send("/connection", integration());
    const rows = Array.from({ length: 2_000 }, newMerchant).map((row) => ({ ...row, slug: `${row.slug} ` }));
    const twice = newMerchant();
    const result = await (await send("/merchants/import", { csv: csvOf([...rows, twice, twice]), dryRun: false })).json();
    const refused = result.lines.filter(({ outcome }: { outcome: string }) => outcome === "refused");
    expect(refused).toHaveLength(2_001);
    expect(refused[7]).toMatchObject({
      line: 9,
      problems: [{ field: "slug", message: expect.stringContaining("lower-case letters") }],
    });
    expect(refused.at(-1)).toMatchObject({ line: 2_003, problems: [{ field: "slug" }] });
    expect(await app.store.db.$count(merchant)).toBe(0);
  });

  test("stores nothing while a line is refused, and reports the line and the field", async () => {
    await send("/connection", integration());
    const [one, two, three] = [newMerchant(), newMerchant(), newMerchant()];
    const rows = [one, { ...two, slug: "New Slug" }, { ...three, clientSecret: three.clientId }];
    const result = await (await send("/merchants/import", { csv: csvOf(rows), dryRun: false })).json();
    expect(result).toMatchObject({
      stored: false,
      lines: [
        { line: 2, outcome: "added", problems: [] },
        { line: 3, outcome: "refused", problems: [{ field: "slug" }] },
        { line: 4, outcome: "refused", problems: [{ field: "clientSecret" }] },
      ],
    });
    expect(await app.store.db.$count(merchant)).toBe(0);
  });

  test.each([
    "",
    "slug,name",
    "slug,name,clientId,clientSecret",
    'slug,name,clientId,clientSecret\n"a',
    "slug,name,clientId,clientSecret,colour\na,b,c,d,e",
  ])("with invalid content is refused on csv: %j", async (csv) => {
    await send("/connection", integration());
    expect(await problemsOf(await send("/merchants/import", { csv, dryRun: true }))).toEqual(["invalid_input", "csv"]);
  });
});

test("the integration is tested by itself: its token, and nothing of a merchant", async () => {
  expect(await problemsOf(await send("/connection/check", undefined))).toEqual(["not_connected"]);
  await send("/connection", integration());
  const { steps } = await (await send("/connection/check", undefined)).json();
  expect(steps.map(({ step, state }: { step: string; state: string }) => [step, state])).toEqual([
    ["resolve", "works"],
    ["tls", "skipped"],
    ["token", "works"],
  ]);
  const limited = await app.addPerson({ role: "admin", merchants: ["demo/cafe-1"] });
  expect(await problemsOf(await send("/connection/check", undefined, limited))).toEqual(["forbidden"]);
});

test("a token issued for an earlier secret does not pass for a test of the new one", async () => {
  await send("/connection", integration());
  const tokenOf = async () => (await (await send("/connection/check", undefined)).json()).steps.at(-1);
  expect(await tokenOf()).toMatchObject({ step: "token", state: "works" });
  await send("/connection", { ...integration(), clientSecret: `secret_${"t".repeat(64)}` });
  expect(await tokenOf()).toMatchObject({ step: "token", state: "skipped", wordsDetails: { reason: "not_proven" } });
});

describe("the lockout guard's actions", () => {
  async function connectRefused() {
    await send("/connection", integration());
    const cafe = newMerchant();
    await send("/merchants", cafe);
    gateway.refused.set(cafe.clientId, 400);
    const path = `/${cafe.slug}/connection`;
    const calls = () => gateway.sessionCalls.get(cafe.clientId) ?? 0;
    return { cafe, path, calls };
  }

  test("a check uses the only automatic attempt, reports at which step it ended, and makes no second attempt", async () => {
    const { path, calls } = await connectRefused();
    const steps = async () =>
      (await (await send(`${path}/check`, undefined)).json()).steps.map(({ state }: { state: string }) => state);
    expect(await steps()).toEqual(["works", "skipped", "works", "failed", "skipped"]);
    expect(await steps()).toEqual(["works", "skipped", "works", "failed", "skipped"]);
    expect(calls()).toBe(1);
  });

  test("one more manual attempt is sent once, a third never, and only a confirmed reset permits more", async () => {
    const { cafe, path, calls } = await connectRefused();
    await send(`${path}/check`, undefined);
    const viewer = await app.addPerson({ role: "viewer" });
    const stop = async () => (await (await app.call({ path: "/api/demo/connection/stop", cookie: viewer.cookie })).json()).stop;
    expect(await stop()).toBeNull();
    const half = { half: "session", name: cafe.name };
    expect(await (await send(`${path}/try-once-more`, half)).json()).toMatchObject({
      outcome: "refused",
      identity: { attemptsUsed: 2 },
    });
    expect(await stop()).toMatchObject({ scope: "integration", cause: "refused" });
    expect(await (await send(`${path}/try-once-more`, half)).json()).toMatchObject({ outcome: "not_permitted" });
    expect(calls()).toBe(2);
    expect(await problemsOf(await send(`${path}/counter-was-reset`, half))).toEqual(["invalid_input", "confirmed"]);
    const reset = await send(`${path}/counter-was-reset`, { ...half, confirmed: true });
    expect(await reset.json()).toMatchObject({ outcome: "not_sent", identity: { attemptsUsed: 0 } });
    gateway.refused.clear();
    expect(await (await send(`${path}/try-once-more`, half)).json()).toMatchObject({
      outcome: "signed_in",
      identity: { state: "fresh" },
    });
    expect(await stop()).toBeNull();
    const acts = await app.store.db
      .select({ act: audit.act })
      .from(audit)
      .where(eq(audit.merchant, cafe.slug))
      .orderBy(desc(audit.id));
    expect(acts.map(({ act }) => act)).toEqual([
      "guard.tried_once_more",
      "guard.counter_reset",
      "guard.tried_once_more",
      "guard.tried_once_more",
      "connection.checked",
    ]);
  });

  test("an attempt after two failures of the integration is audited as the one exception, in the words of page and rules", async () => {
    await send("/connection", integration());
    const cafe = newMerchant();
    await send("/merchants", cafe);
    await send(`/${cafe.slug}/connection/check`, undefined);
    const failed = {
      kind: "session",
      sentSeq: 1,
      sentAtMs: 0,
      leaseUntilMs: 0,
      outcome: "refused",
      resultSeq: 2,
      decidedAtMs: 0,
    } as const;
    const failedAttempts = ["one", "two"].map((attempt) => ({ ...failed, attempt, pair: attempt }));
    const { store } = app;
    const [last] = await store.db.select().from(identityIntegration).orderBy(desc(identityIntegration.seq)).limit(1);
    await store.db
      .update(identityIntegration)
      .set({ failedAttempts })
      .where(eq(identityIntegration.id, last?.id ?? ""));
    const page = await (await app.call({ path: `/api/demo/${cafe.slug}/connection`, cookie: admin.cookie })).json();
    expect(page.session.isException).toBe(true);
    const tried = await send(`/${cafe.slug}/connection/try-once-more`, { half: "session", name: cafe.name });
    expect(await tried.json()).toMatchObject({ outcome: "signed_in", identity: { isException: false } });
    const view = await app.call({ path: `/api/demo/audit?merchant=${cafe.slug}`, cookie: admin.cookie });
    const { items } = await view.json();
    const rule = english.guard.tryOnceMore.exception;
    expect(items[0]).toMatchObject({ act: "guard.exception_used", detail: { rule } });
    expect(readFileSync("docs/lockout.md", "utf8").replaceAll(/\s+/g, " ")).toContain(rule);
  });

  test("a name that is not the merchant's sends nothing", async () => {
    const { path, calls } = await connectRefused();
    const typed = { half: "session", name: "some other shop" };
    expect(await problemsOf(await send(`${path}/try-once-more`, typed))).toEqual(["invalid_input", "name"]);
    expect(calls()).toBe(0);
  });

  test("a new secret permits one attempt and does not reset the count", async () => {
    const { cafe, path, calls } = await connectRefused();
    await send(`${path}/check`, undefined);
    await send("/merchants", { ...cafe, clientSecret: `sec_${"n".repeat(60)}` });
    const { steps } = await (await send(`${path}/check`, undefined)).json();
    expect(steps.at(-1).state).toBe("skipped");
    expect(calls()).toBe(1);
    const tried = await (await send(`${path}/try-once-more`, { half: "session", name: cafe.name })).json();
    expect(tried).toMatchObject({ outcome: "refused", identity: { attemptsUsed: 2 } });
  });
});
