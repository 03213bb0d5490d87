import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import type { Profile } from "#lib/contract/profile.ts";
import { systemClock } from "#lib/core/clock.ts";
import { isAppError } from "#lib/core/errors.ts";
import { type QuestionName, questionNames } from "#lib/core/profile-questions.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { environment as environmentTable } from "#lib/db/schema/environment.ts";
import { gatewayProbe, gatewayProfile } from "#lib/db/schema/gateway-profile.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { listAlerts } from "../alerts/list-alerts.ts";
import type { ServiceContext } from "../context.ts";
import { changeProfile } from "./change-profile.ts";
import { getProfile } from "./get-profile.ts";
import { recordFact } from "./record-fact.ts";
import { startProbe } from "./start-probe.ts";

let fixture: SandboxFixture;
let baseUrl: string;
beforeAll(async () => {
  fixture = await createSandboxFixture({ slugs: ["corner-cafe", "zum-anker"] });
  ({ baseUrl } = await fixture.ctx().gateways.environment(environment));
});
afterAll(() => fixture.drop());
beforeEach(async () => {
  const { db, vault } = fixture.ctx();
  await db.delete(gatewayProfile);
  await db.delete(gatewayProbe);
  const { integration } = fixture.sandbox;
  await saveIntegration(db, vault, { id: environment, baseUrl, ...integration, options: {}, by: "a test" });
});

type Change = { question: string; answer: unknown; merchant?: string };

const read = (ctx = fixture.ctx(), input: unknown = {}) => getProfile(ctx, { environment, input });
const change = (input: Change, ctx = fixture.ctx()) => changeProfile(ctx, { environment, input });
const probe = (input: unknown = {}, ctx = fixture.ctx()) => startProbe(ctx, { environment, input });
const limitedTo = (slug: string, role: "viewer" | "admin") => fixture.ctx({ role, merchants: [`${environment}/${slug}`] });
const probedBy = async (slug: string) => {
  await probe({ merchant: slug });
  await expect.poll(async () => (await read()).probe?.isRunning).toBe(false);
};

function itemOf({ items }: Profile, name: QuestionName) {
  const item = items.find(({ question }) => question === name);
  if (!item) throw new Error(`no ${name}`);
  return item;
}

/** The error: its code, and the fields it names. */
async function failureOf(attempt: Promise<unknown>) {
  const thrown = await attempt.catch((error: unknown) => error);
  if (!isAppError(thrown)) throw new Error("nothing was refused", { cause: thrown });
  return { code: thrown.code, fields: thrown.fields ?? [] };
}

test("before anything is known every question has its default answer or none, for every account", async () => {
  const profile = await read(fixture.ctx({ role: "viewer" }));
  expect(profile.items.map(({ question }) => question)).toEqual(questionNames);
  expect(profile.probe).toBeNull();
  expect(itemOf(profile, "page_size_max")).toMatchObject({ answer: 100, source: "default", since: null, contradicted: null });
  expect(itemOf(profile, "debit_sign")).toMatchObject({ answer: null, source: "default", mayBeSet: false });
});

test("a probe is requested by an administrator of all merchants, and shows its merchant and results", async () => {
  for (const ctx of [fixture.ctx({ role: "support" }), fixture.ctx({ role: "viewer" }), limitedTo("corner-cafe", "admin")]) {
    expect(await failureOf(probe({}, ctx))).toMatchObject({ code: "forbidden" });
  }
  expect((await probe()).probe).toMatchObject({ merchant: "corner-cafe", requestedBy: "admin@desk.example" });
  await expect.poll(async () => (await read()).probe?.isRunning).toBe(false);
  const profile = await read();
  expect(profile.probe).toMatchObject({ problem: null, endedAt: expect.any(String) });
  expect(profile.probe?.calls).toBeGreaterThan(5);
  expect(itemOf(profile, "page_size_name")).toMatchObject({ answer: "size", source: "learned", isOwn: false });
  expect(itemOf(profile, "page_size_name").evidence).toContain("GET /accounting/v1/transactions?");
  expect(await failureOf(probe({ merchant: "no-such" }))).toMatchObject({ code: "not_found" });
});

test("of several concurrent probes one runs", async () => {
  const { gateways } = fixture.ctx();
  const { promise: allAsked, resolve: letProbe } = Promise.withResolvers<void>();
  // None may end before the others are asked for.
  const waiting: typeof gateways.forMerchant = async (merchant) => {
    const gateway = await gateways.forMerchant(merchant);
    return { ...gateway, probe: (options) => allAsked.then(() => gateway.probe(options)) };
  };
  const ctx = { ...fixture.ctx(), gateways: { ...gateways, forMerchant: waiting } };
  const asked = await Promise.allSettled([probe({}, ctx), probe({}, ctx), probe({}, ctx)]);
  letProbe();
  const refused = asked.flatMap((each) => (each.status === "rejected" ? [each.reason] : []));
  expect(refused).toMatchObject([{ code: "conflict" }, { code: "conflict" }]);
  await expect.poll(async () => (await read()).probe?.isRunning).toBe(false);
});

test("an answer set by staff replaces the learned one, is audited with both, applied at once, and removed with null", async () => {
  await probedBy("corner-cafe");
  await probe();
  await expect.poll(async () => (await read()).probe?.isRunning).toBe(false);
  const ctx = { ...fixture.ctx(), gateways: directory() };
  expect((await ctx.gateways.environment(environment)).zone).toBe("UTC");
  expect(itemOf(await change({ question: "zone", answer: "Asia/Tokyo" }, ctx), "zone")).toMatchObject({
    answer: "Asia/Tokyo",
    source: "set",
    setBy: "admin@desk.example",
    since: expect.any(String),
  });
  expect((await ctx.gateways.environment(environment)).zone).toBe("Asia/Tokyo");
  await change({ question: "zone", answer: null }, ctx);
  expect((await ctx.gateways.environment(environment)).zone).toBe("UTC");
  await change({ question: "page_size_max", answer: 50 }, ctx);
  expect(itemOf(await change({ question: "page_size_max", answer: null }), "page_size_max").source).toBe("learned");
  const audited = await readAudit(fixture.ctx());
  const changes = audited.filter(({ act }) => act === "profile.changed");
  expect(changes.slice(-4)).toMatchObject([
    { environment, detail: { question: "zone", from: "UTC", to: "Asia/Tokyo" } },
    { environment, detail: { question: "zone", from: "Asia/Tokyo", to: null } },
    { environment, detail: { question: "page_size_max", to: 50 } },
    { environment, detail: { question: "page_size_max", from: 50, to: null } },
  ]);
});

test("only an administrator of all merchants sets an answer; otherwise nothing is stored", async () => {
  for (const ctx of [fixture.ctx({ role: "support" }), fixture.ctx({ role: "viewer" }), limitedTo("corner-cafe", "admin")]) {
    expect(await failureOf(change({ question: "zone", answer: "Asia/Tokyo" }, ctx))).toMatchObject({ code: "forbidden" });
  }
  expect(itemOf(await read(), "zone").source).toBe("default");
});

test("production requires a recent re-authentication, and an environment without a connection has nothing to set", async () => {
  const late = fixture.ctx({ authenticatedAt: new Date(0), environments: ["production", environment] });
  const input = { question: "zone", answer: "Asia/Tokyo" };
  expect(await failureOf(changeProfile(late, { environment: "production", input }))).toMatchObject({ code: "proof_required" });
  expect(itemOf(await change(input, late), "zone").answer).toBe("Asia/Tokyo");
  await fixture.store.db.delete(environmentTable);
  expect(await failureOf(change(input))).toMatchObject({ code: "not_connected" });
});

test.each([
  ["zone", "Mars/Olympus", "A time zone like Europe/Sofia or UTC."],
  ["zone", 2, "A time zone like Europe/Sofia or UTC."],
  ["page_size_max", "50", "A whole number from 1 to 1000."],
  ["page_size_max", 0, "A whole number from 1 to 1000."],
  ["page_size_max", 1_001, "A whole number from 1 to 1000."],
  ["page_size_name", "page size", "A query name, such as size or page_size."],
  ["date_form", "months", "One of days, instants, times."],
  ["date_form", ["days"], "One of days, instants, times."],
  ["date_form", undefined, "Give an answer, or null to take it back."],
  ["page_size_max", 1.5, "Give an answer, or null to take it back."],
  ["page_size_max", true, "Give an answer, or null to take it back."],
  ["date_form", { days: true }, "Give an answer, or null to take it back."],
  ["typed_accounts", [], "1 to 50 account numbers of letters, digits and dashes."],
  ["typed_accounts", ["a b"], "1 to 50 account numbers of letters, digits and dashes."],
])("%s: %j is no answer, and the refusal names the field and the mend", async (question, answer, message) => {
  const failure = await failureOf(change({ question, answer, merchant: "corner-cafe" }));
  expect(failure).toMatchObject({ code: "invalid_input", fields: [{ field: "answer", message }] });
});

test.each(["colour", "", "constructor", 7, "debit_sign"])("the question %j cannot be answered", async (question) => {
  const failure = await failureOf(change({ question: question as string, answer: "negative" }));
  expect(failure).toMatchObject({ code: "invalid_input", fields: [{ field: "question" }] });
});

test("a merchant's own answer is shown with the environment's to those who may see the merchant", async () => {
  const accounts = ["40000001", "40000002"];
  expect(await failureOf(change({ question: "typed_accounts", answer: accounts }))).toMatchObject({
    code: "invalid_input",
    fields: [{ field: "merchant" }],
  });
  const own = await change({ question: "typed_accounts", answer: accounts, merchant: "zum-anker" });
  expect(itemOf(own, "typed_accounts")).toMatchObject({ answer: accounts, source: "set", isOwn: true, merchants: [] });
  await change({ question: "zone", answer: "Asia/Tokyo" });
  const merchants = [{ merchant: "zum-anker", answer: accounts, source: "set" }];
  expect(itemOf(await read(), "typed_accounts")).toMatchObject({ answer: null, isOwn: false, merchants });
  expect(itemOf(await read(fixture.ctx(), { merchant: "zum-anker" }), "zone")).toMatchObject({
    answer: "Asia/Tokyo",
    isOwn: false,
  });
  const others = limitedTo("corner-cafe", "viewer");
  expect(itemOf(await read(others), "typed_accounts").merchants).toEqual([]);
  expect(await failureOf(read(others, { merchant: "zum-anker" }))).toMatchObject({ code: "not_found" });
  expect(itemOf(await read(limitedTo("zum-anker", "viewer")), "typed_accounts").merchants).toEqual(merchants);
  await probedBy("zum-anker");
  expect((await read(others)).probe).toMatchObject({ merchant: null });
});

test("a contradicting answer is counted and shown, and its alert links to the page", async () => {
  const { id: merchantId } = await fixture.merchant("corner-cafe");
  const says = (answer: string, evidence: string) =>
    recordFact(fixture.ctx().db, {
      baseUrl,
      environment,
      fact: { merchantId, question: "date_form", answer, evidence },
      at: new Date(),
    });
  await change({ question: "date_form", answer: "days" });
  await says("days", "GET /a → 200");
  await says("instants", "GET /b → 422");
  await says("times", "GET /c → 422");
  expect(itemOf(await read(), "date_form")).toMatchObject({
    answer: "days",
    source: "set",
    contradicted: { count: 2, answer: "times", evidence: "GET /c → 422" },
  });
  await change({ question: "date_form", answer: "instants", merchant: "corner-cafe" });
  await says("days", "GET /d → 422");
  const { items } = await listAlerts(fixture.ctx(), { environment, input: {} });
  expect(items.map(({ rule, merchant, count, href }) => [rule, merchant, count, href])).toEqual([
    ["profile_contradicted", "corner-cafe", 1, "/sandbox/settings/gateway?merchant=corner-cafe"],
    ["profile_contradicted", undefined, 2, "/sandbox/settings/gateway"],
  ]);
  const own = await read(fixture.ctx(), { merchant: "corner-cafe" });
  expect(itemOf(own, "date_form").contradicted).toMatchObject({ count: 1, answer: "days" });
  await change({ question: "date_form", answer: "times" });
  expect(itemOf(await read(), "date_form").contradicted).toBeNull();
});

/** Opens gateways like the app: from the stored connection and profile. */
function directory(): ServiceContext["gateways"] {
  const { db, vault } = fixture.ctx();
  return createGatewayDirectory({
    store: fixture.store,
    vault,
    permits: createPermitLedger({ db, vault }),
    clock: systemClock,
    allowedHosts: [new URL(baseUrl).host],
    onCall: () => {},
  });
}
