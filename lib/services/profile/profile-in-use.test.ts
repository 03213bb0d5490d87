import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { systemClock } from "../../core/clock.ts";
import { ensureLedgerRead } from "../../mirror/ensure-ledger-read.ts";
import { createSandboxDesk, type SandboxDesk } from "../../mirror/testing/sandbox-desk.ts";
import { environment } from "../../mirror/testing/test-desk.ts";
import { createGatewayDirectory } from "../../runtime/gateway-directory.ts";
import { defaultSandboxSettings, type SandboxSettings, sandboxReadings } from "../../sandbox/settings.ts";
import { listAlerts } from "../../store/alerts.ts";
import { saveIntegration, saveMerchant } from "../../store/credentials.ts";
import { listProfileRows } from "../../store/gateway-profile.ts";
import { createPermitLedger } from "../../store/permits.ts";
import { listTransactionRows } from "../../store/transaction-list.ts";
import type { ServiceContext } from "../context.ts";
import { changeProfile } from "./change-profile.ts";
import { getProfile } from "./get-profile.ts";
import { answersInForce } from "./in-force.ts";
import { probeGateway, probeWhenDue } from "./probe-gateway.ts";

const slug = "zum-anker";
const other = "corner-cafe";

let desk: SandboxDesk | undefined;
afterEach(() => desk?.drop());

/** Services before a sandbox, with the directory that the server has: it takes up what the profile says. */
async function open(settings: Partial<SandboxSettings> = {}): Promise<ServiceContext> {
  desk = await createSandboxDesk({ transactions: 2_000, slugs: [slug, other], settings });
  const { db, vault, log } = desk.ctx();
  const { integration, baseUrl, merchants } = desk.sandbox;
  await saveIntegration(db, vault, { id: environment, baseUrl, ...integration, by: "a test" });
  for (const merchant of merchants.filter((each) => each.slug === slug || each.slug === other)) {
    const { clientId, clientSecret, sid, name } = merchant;
    await saveMerchant(db, vault, { environment, slug: merchant.slug, name, clientId, clientSecret, sid, by: "a test" });
  }
  const gateways = createGatewayDirectory({
    store: desk.store,
    vault,
    clock: systemClock,
    log,
    permits: createPermitLedger({ db, vault }),
    allowedHosts: [new URL(baseUrl).host],
    onCall: () => {},
  });
  return { ...desk.ctx(), gateways };
}

async function readLedger(ctx: ServiceContext, of = slug) {
  const merchant = await desk?.merchant(of);
  if (!merchant) throw new Error("no merchant");
  const gateway = await ctx.gateways.forMerchant(merchant);
  const { zone } = await ctx.gateways.environment(environment);
  const state = await ensureLedgerRead({ ...ctx, merchant, gateway, zone }, { budgetMs: 60_000 });
  const query = { environment, merchantIds: [merchant.id], order: "oldest" as const, limit: 5_000 };
  return { state, rows: await listTransactionRows(ctx.db, query) };
}

const play = (settings: Partial<SandboxSettings>) =>
  desk?.gateway.control({ method: "POST", name: "settings", body: { ...defaultSandboxSettings, ...settings } });
const answers = async ({ db }: ServiceContext) => answersInForce(await listProfileRows(db, environment));
const openAlerts = ({ db }: ServiceContext) =>
  listAlerts(db, { environment, merchantIds: [], seesAll: true, status: "open", limit: 50 });

async function callsOf(names: readonly string[]): Promise<number> {
  if (!desk) throw new Error("no sandbox");
  const { calls } = (await desk.control("stats")) as { calls: Record<string, number> };
  return names.reduce((sum, name) => sum + (calls[name] ?? 0), 0);
}

test("what a probe found is used by every later call: nothing is asked that was answered before", async () => {
  const reading = { ...sandboxReadings["date-times-only"], ...sandboxReadings["size-is-page_size"], multipleMax: 7 };
  const ctx = await open({ ...reading, strictQuery: true });
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  ctx.gateways.reload(environment);
  await desk?.control("reset-stats", {});
  const { state, rows } = await readLedger(ctx);
  expect(state).toMatchObject({ isComplete: true, problem: undefined });
  const accounts = 2;
  const pages = Math.ceil(rows.length / 100);
  expect(await callsOf(["transactions"])).toBeLessThanOrEqual(2 * pages + 2 * accounts);
  await desk?.control("reset-stats", {});
  const merchant = await desk?.merchant(slug);
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))].slice(0, 70);
  if (merchant) await (await ctx.gateways.forMerchant(merchant)).lookupReferences(references);
  expect(await callsOf(["multiple"])).toBe(Math.ceil(references.length / 7));
  expect(await callsOf(["transaction"])).toBe(0);
});

test("a ledger that could not be read is read once a person said how, and not by what was never said", async () => {
  const ctx = await open({ requireAccount: true, refuseAccounts: true });
  expect((await readLedger(ctx)).state).toMatchObject({ problem: { code: "gateway_invalid" } });
  const numbers = desk?.sandbox.merchants.find((each) => each.slug === slug)?.accounts.map((each) => each.accountNumber);
  const input = { question: "typed_accounts", answer: numbers, merchant: slug };
  await changeProfile(ctx, { environment, input });
  const { state, rows } = await readLedger(ctx);
  expect(state).toMatchObject({ isComplete: true, problem: undefined });
  expect(new Set(rows.map((row) => row.accountNumber))).toEqual(new Set(numbers));
  expect((await readLedger(ctx, other)).state).toMatchObject({ problem: { code: "gateway_invalid" } });
});

test("a gateway that answers otherwise than before is contradicted, counted and told once; the next probe says what holds", async () => {
  const ctx = await open();
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  expect(await answers(ctx)).toMatchObject({ date_form: "days", multiple_max: 50 });
  ctx.gateways.reload(environment);
  await play({ demandTimes: true });
  await readLedger(ctx);
  await expect
    .poll(async () => (await openAlerts(ctx)).map(({ rule, subject }) => [rule, subject]))
    .toEqual([["profile_contradicted", "date_form "]]);
  const { items } = await getProfile(ctx, { environment, input: {} });
  const item = items.find(({ question }) => question === "date_form");
  expect(item).toMatchObject({
    answer: "days",
    source: "learned",
    contradicted: { count: 1, answer: "instants", evidence: expect.stringContaining("422") },
    merchants: [{ merchant: slug, answer: "instants", source: "learned" }],
  });
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  expect(await answers(ctx)).toMatchObject({ date_form: "instants" });
  const own = (await getProfile(ctx, { environment, input: {} })).items.find(({ question }) => question === "date_form");
  expect(own?.merchants).toEqual([]);
});

test("what a person set holds over what the gateway shows, which is counted all the same", async () => {
  const ctx = await open({ multipleMax: 20 });
  await changeProfile(ctx, { environment, input: { question: "multiple_max", answer: 40 } });
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  const { items } = await getProfile(ctx, { environment, input: {} });
  expect(items.find(({ question }) => question === "multiple_max")).toMatchObject({
    answer: 40,
    source: "set",
    contradicted: { count: 1, answer: 20 },
  });
  await changeProfile(ctx, { environment, input: { question: "multiple_max", answer: null } });
  expect(await answers(ctx)).toMatchObject({ multiple_max: 20 });
});

test("a merchant that may reach less than others is noted alone, and is no contradiction", async () => {
  const ctx = await open();
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  await play({ refuseAccounts: true });
  ctx.gateways.reload(environment);
  await readLedger(ctx, other);
  await expect
    .poll(async () => (await getProfile(ctx, { environment, input: {} })).items.find(({ question }) => question === "accounts"))
    .toMatchObject({ answer: "readable", contradicted: null, merchants: [{ merchant: other, answer: "refused" }] });
  expect(await openAlerts(ctx)).toEqual([]);
});

test("an environment is probed by itself once a merchant has signed in, and again after a change of its connection", async () => {
  const ctx = await open();
  await probeWhenDue(ctx);
  expect((await getProfile(ctx, { environment, input: {} })).probe).toBeNull();
  expect(await callsOf(["token", "session"])).toBe(0);
  await readLedger(ctx);
  await probeWhenDue(ctx);
  const { probe } = await getProfile(ctx, { environment, input: {} });
  expect(probe).toMatchObject({ isRunning: false, problem: null, merchant: slug, requestedBy: null });
  expect(probe?.calls).toBeLessThanOrEqual(60);
  await desk?.control("reset-stats", {});
  await probeWhenDue(ctx);
  expect(await callsOf(["transactions"])).toBe(0);
  if (!desk) throw new Error("no sandbox");
  const { integration, baseUrl } = desk.sandbox;
  const changed = { ...integration, clientSecret: `secret_${randomBytes(32).toString("hex")}` };
  await saveIntegration(ctx.db, ctx.vault, { id: environment, baseUrl, ...changed, by: "a test" });
  await saveIntegration(ctx.db, ctx.vault, { id: environment, baseUrl, ...integration, by: "a test" });
  ctx.gateways.reload(environment);
  await probeWhenDue(ctx);
  expect(await callsOf(["transactions"])).toBeGreaterThan(0);
});

test("a gateway that goes away while it is probed leaves what was found, and says why it ended", async () => {
  const ctx = await open();
  await readLedger(ctx);
  await desk?.control("scenarios", { kind: "drop", count: 200, path: "/transactions/multiple" });
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  const { probe, items } = await getProfile(ctx, { environment, input: {} });
  expect(probe).toMatchObject({ problem: "gateway_unavailable" });
  expect(items.find(({ question }) => question === "date_form")).toMatchObject({ source: "learned", answer: "days" });
  expect(items.find(({ question }) => question === "multiple_max")).toMatchObject({ source: "default" });
});
