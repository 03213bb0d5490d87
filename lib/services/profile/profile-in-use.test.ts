// @module-tag long: reads whole ledgers through a gateway of its own.

import { randomBytes } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { listAlerts } from "#lib/db/alerts/alerts.ts";
import { listProfileRows } from "#lib/db/environments/gateway-profile.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { ensureLedgerRead } from "#lib/ledger-sync/ensure-ledger-read.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";
import type { ServiceContext } from "../context.ts";
import { changeProfile } from "./change-profile.ts";
import { getProfile } from "./get-profile.ts";
import { answersInForce } from "./in-force.ts";
import { probeGateway, probeWhenDue } from "./probe-gateway.ts";
import { openProfileFixture, type ProfileFixture } from "./testing/profile-fixture.ts";

const slug = "zum-anker";
const otherMerchant = "corner-cafe";

let opened: ProfileFixture | undefined;
afterEach(() => opened?.fixture.drop());

async function open(settings: Partial<SandboxSettings> = {}): Promise<ProfileFixture> {
  opened = await openProfileFixture({ slugs: [slug, otherMerchant], settings });
  return opened;
}

async function readLedger({ ctx, fixture }: ProfileFixture, of = slug) {
  const merchant = await fixture.merchant(of);
  const gateway = await ctx.gateways.forMerchant(merchant);
  const { zone } = await ctx.gateways.environment(environment);
  const state = await ensureLedgerRead({ ...ctx, merchant, gateway, zone }, { budgetMs: 60_000 });
  const query = { environment, merchantIds: [merchant.id], order: "oldest" as const, limit: 5_000 };
  return { state, rows: await listTransactionRows(ctx.db, query) };
}

const answers = async ({ db }: ServiceContext) => answersInForce(await listProfileRows(db, environment));
const openAlerts = ({ db }: ServiceContext) => listAlerts(db, { environment, merchantIds: null }, { status: "open", limit: 50 });

const slow = { meta: { slow: "Serves a sandbox, probes it over HTTP and reads a ledger into a store of its own." } };

test("every later call uses the probe's results: nothing is requested again", async () => {
  const reading = { ...sandboxReadings["date-times-only"], ...sandboxReadings["size-is-page_size"], multipleMax: 7 };
  const of = await open({ ...reading, strictQuery: true });
  const { ctx, fixture } = of;
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  ctx.gateways.reload(environment);
  await fixture.control("reset-stats", {});
  const { state, rows } = await readLedger(of);
  expect(state).toMatchObject({ isComplete: true, problem: undefined });
  const accounts = 2;
  const pages = Math.ceil(rows.length / 100);
  expect(await of.callsOf(["transactions"])).toBeLessThanOrEqual(2 * pages + 2 * accounts);
  await fixture.control("reset-stats", {});
  const merchant = await fixture.merchant(slug);
  const references = [...new Set(rows.flatMap(({ reference }) => reference ?? []))].slice(0, 70);
  await (await ctx.gateways.forMerchant(merchant)).lookupReferences(references);
  expect(await of.callsOf(["multiple"])).toBe(Math.ceil(references.length / 7));
  expect(await of.callsOf(["transaction"])).toBe(0);
});

test("an unreadable ledger is read once staff set the answers, without guessing others", async () => {
  const of = await open({ requireAccount: true, refuseAccounts: true });
  const { ctx, fixture } = of;
  expect((await readLedger(of)).state).toMatchObject({ problem: { code: "gateway_invalid" } });
  const numbers = fixture.sandbox.merchants.find((each) => each.slug === slug)?.accounts.map((each) => each.accountNumber);
  const input = { question: "typed_accounts", answer: numbers, merchant: slug };
  await changeProfile(ctx, { environment, input });
  const { state, rows } = await readLedger(of);
  expect(state).toMatchObject({ isComplete: true, problem: undefined });
  expect(new Set(rows.map((row) => row.accountNumber))).toEqual(new Set(numbers));
  expect((await readLedger(of, otherMerchant)).state).toMatchObject({ problem: { code: "gateway_invalid" } });
});

test("a changed gateway is contradicted, counted and reported once; the next probe decides", async () => {
  const of = await open();
  const { ctx } = of;
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  expect(await answers(ctx)).toMatchObject({ date_form: "days", multiple_max: 50 });
  ctx.gateways.reload(environment);
  await of.play({ demandTimes: true });
  await readLedger(of);
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

test("an answer set by staff overrides what the gateway shows, which is still counted", async () => {
  const of = await open({ multipleMax: 20 });
  const { ctx } = of;
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

test("a merchant with less access than others is recorded alone, and is no contradiction", slow, async () => {
  const of = await open();
  const { ctx } = of;
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  await of.play({ refuseAccounts: true });
  ctx.gateways.reload(environment);
  await readLedger(of, otherMerchant);
  await expect
    .poll(async () => (await getProfile(ctx, { environment, input: {} })).items.find(({ question }) => question === "accounts"))
    .toMatchObject({ answer: "readable", contradicted: null, merchants: [{ merchant: otherMerchant, answer: "refused" }] });
  expect(await openAlerts(ctx)).toEqual([]);
});

test("an environment is probed automatically once a merchant has signed in, and again after a change of its connection", async () => {
  const of = await open();
  const { ctx, fixture } = of;
  await probeWhenDue(ctx);
  expect((await getProfile(ctx, { environment, input: {} })).probe).toBeNull();
  expect(await of.callsOf(["token", "session"])).toBe(0);
  await readLedger(of);
  await probeWhenDue(ctx);
  const { probe } = await getProfile(ctx, { environment, input: {} });
  expect(probe).toMatchObject({ isRunning: false, problem: null, merchant: slug, requestedBy: null });
  expect(probe?.calls).toBeLessThanOrEqual(60);
  await fixture.control("reset-stats", {});
  await probeWhenDue(ctx);
  expect(await of.callsOf(["transactions"])).toBe(0);
  const { integration, baseUrl } = fixture.sandbox;
  const changed = { ...integration, clientSecret: `secret_${randomBytes(32).toString("hex")}` };
  await saveIntegration(ctx.db, ctx.vault, { id: environment, baseUrl, ...changed, by: "a test" });
  await saveIntegration(ctx.db, ctx.vault, { id: environment, baseUrl, ...integration, by: "a test" });
  ctx.gateways.reload(environment);
  await probeWhenDue(ctx);
  expect(await of.callsOf(["transactions"])).toBeGreaterThan(0);
});

test("a gateway that becomes unavailable during a probe keeps the earlier results, with the reason it ended", slow, async () => {
  const of = await open();
  const { ctx, fixture } = of;
  await readLedger(of);
  await fixture.control("scenarios", { kind: "drop", count: 200, path: "/transactions/multiple" });
  await probeGateway(ctx, { environment, requestedBy: "a person" });
  const { probe, items } = await getProfile(ctx, { environment, input: {} });
  expect(probe).toMatchObject({ problem: "gateway_unavailable" });
  expect(items.find(({ question }) => question === "date_form")).toMatchObject({ source: "learned", answer: "days" });
  expect(items.find(({ question }) => question === "multiple_max")).toMatchObject({ source: "default" });
});

test("where the page size is refused, by its name and by its number, ledgers are read before and after a probe finds both", async () => {
  const of = await open({ ...sandboxReadings["large-size-refused"], ...sandboxReadings["size-is-limit"], strictQuery: true });
  expect((await readLedger(of)).state).toMatchObject({ isComplete: true, problem: undefined });
  await probeWhenDue(of.ctx);
  of.ctx.gateways.reload(environment);
  expect(await answers(of.ctx)).toMatchObject({ page_size_name: "limit", page_size_max: 50 });
  expect((await readLedger(of, otherMerchant)).state).toMatchObject({ isComplete: true, problem: undefined });
});
