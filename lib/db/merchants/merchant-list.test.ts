import { randomBytes } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { MerchantState } from "#lib/contract/merchant.ts";
import type { FailedAttempt } from "#lib/core/lockout-guard.ts";
import { toMerchantState, toMerchantStatus } from "#lib/services/merchants/identity-state.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import type { Cause } from "../alerts/apply-causes.ts";
import { findLedgersLate, findSilent } from "../alerts/find-causes.ts";
import { countLedgerSyncs } from "../ledger-sync/ledger-sync.ts";
import { saveIntegration, saveMerchants } from "../lockout/credentials.ts";
import { toIntegrationId } from "../lockout/permit-rows.ts";
import { merchantRhythm } from "../schema/alert.ts";
import { alertRuleException } from "../schema/alert-rule.ts";
import { identityIntegration, identityPair } from "../schema/identity.ts";
import { merchant } from "../schema/merchant.ts";
import { notifyCertificate, notifyEndpoint } from "../schema/notification.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { findIntegrationFacts, listMerchantPage, type MerchantQuery, toSearchWords } from "./merchant-list.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const all = { environment: "demo", merchantIds: null };
const statuses = ["ready", "refused", "waiting", "unproven"] as const;
let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
  const ids = { baseUrl: "https://demo-api-gateway.mypos.com", partnerId: "p", applicationId: "a" };
  const pair = { clientId: "client_1", clientSecret: "secret_1" };
  await saveIntegration(store.db, vault, { id: "demo", ...ids, ...pair, by: "a test" });
});
afterAll(() => store.drop());
afterEach(async () => {
  for (const table of [merchant, identityPair, identityIntegration, notifyEndpoint]) await store.db.delete(table);
});

function save(names: readonly string[]) {
  const inputs = names.map((name, at) => {
    const slug = `m-${String(at).padStart(4, "0")}`;
    const credential = { clientId: `cli_${slug}`, clientSecret: `sec_${slug}` };
    return { environment: "demo", slug, name, sid: null, by: "a test", ...credential };
  });
  return saveMerchants(store.db, vault, inputs);
}

async function list(query: Partial<MerchantQuery> = {}) {
  const facts = await findIntegrationFacts(store.db, vault, "demo");
  if (!facts) throw new Error("The environment is not connected.");
  const found = await listMerchantPage(store.db, facts, { scope: all, order: "slug", limit: 500, ...query });
  return { found, nowMs: facts.nowMs };
}

const combinations = (lists: readonly (readonly unknown[])[]): unknown[][] =>
  lists.reduce<unknown[][]>(
    (made, values) => made.flatMap((combination) => values.map((value) => [...combination, value])),
    [[]],
  );

test("SQL and the rules agree on the merchants of a status, for every combination of stored values", async () => {
  const lateMs = 3_600_000;
  const nowMs = Date.now();
  const toFailedAttempt = ([outcome, isFuture]: [FailedAttempt["outcome"], boolean], at: number): FailedAttempt => {
    const untilMs = nowMs + (isFuture ? lateMs : -lateMs);
    const times = { sentAtMs: nowMs - 2 * lateMs, leaseUntilMs: untilMs, decidedAtMs: untilMs };
    return { attempt: `a${at}`, pair: "p", kind: "session", sentSeq: at, outcome, resultSeq: null, ...times };
  };
  const kinds: [FailedAttempt["outcome"], boolean][] = [
    ["refused", false],
    ["unknown", true],
    ["unknown", false],
    ["in_flight", true],
    ["in_flight", false],
  ];
  const failedAttempts = [[], ...kinds.map((kind) => [toFailedAttempt(kind, 1)]), kinds.slice(0, 2).map(toFailedAttempt)];
  const future = new Date(nowMs + lateMs);
  const past = new Date(nowMs - lateMs);
  const pairs = combinations([
    failedAttempts,
    ["open", "closed"],
    [null, past, future],
    [null, past, future],
    ["mine", "older", null],
  ]);
  const saved = await save([...pairs.map((_, at) => `Merchant ${at}`), "Never used"]);
  const rows = await store.db.select().from(merchant);
  const values = pairs.map(([own, state, inflightUntil, cachedUntil, proven], at) => {
    const row = rows.find(({ id }) => id === saved[at]?.id);
    const held = cachedUntil === null ? {} : { held: Buffer.from("sealed"), cachedAt: past, cachedUntil: cachedUntil as Date };
    const provenMark = proven === "mine" ? (row?.secretMark ?? "") : (proven as string | null);
    return {
      ...{ id: row?.pairId ?? "", environment: "demo", kind: "session" as const, provenMark, ...held },
      ...{
        failedAttempts: own as FailedAttempt[],
        state: state as "open" | "closed",
        inflightUntil: inflightUntil as Date | null,
      },
    };
  });
  await store.db.insert(identityPair).values(values);
  const integration = toIntegrationId(vault, "demo", "client_1");
  await store.db.insert(identityIntegration).values({ id: integration, environment: "demo", seq: 0 });
  const refusedTwice = [0, 0].map((kind, at) => toFailedAttempt(kinds[kind] as [FailedAttempt["outcome"], boolean], at));
  const oneFlies = [refusedTwice[0] as FailedAttempt, toFailedAttempt(["in_flight", true], 2)];
  for (const shared of [[], refusedTwice, oneFlies]) {
    await store.db.update(identityIntegration).set({ failedAttempts: shared }).where(eq(identityIntegration.id, integration));
    const everyone = await list({ limit: 1_000 });
    expect(everyone.found).toHaveLength(pairs.length + 1);
    for (const status of statuses) {
      const expected = everyone.found.filter(({ identity }) => toMerchantStatus(identity, everyone.nowMs) === status);
      const { found } = await list({ filter: { status }, limit: 1_000 });
      expect(found.map(({ slug }) => slug)).toEqual(expected.map(({ slug }) => slug));
    }
  }
});

test("the groups of ledger syncs contain the merchants that their summary counts", async () => {
  const saved = await save(["Fresh", "Old", "Never", "Failing", "Failing and fresh"]);
  const freshFrom = new Date("2026-03-04T11:00:00Z");
  const problem = { code: "merchant_refused", message: "Refused." };
  const change = (at: number, values: Partial<typeof ledgerSync.$inferInsert>) =>
    store.db
      .update(ledgerSync)
      .set(values)
      .where(eq(ledgerSync.merchantId, saved[at]?.id ?? ""));
  await change(0, { recentReadAt: freshFrom });
  await change(1, { recentReadAt: new Date("2026-03-04T10:59:59Z") });
  await change(3, { problem });
  await change(4, { problem, recentReadAt: freshFrom });
  const counted = await countLedgerSyncs(store.db, all, { freshFrom, readFrom: freshFrom });
  const names = async (state: "sync_failed" | "syncing" | "up_to_date") =>
    (await list({ filter: { sync: { state, freshFrom } } })).found.map(({ name }) => name);
  expect(await names("up_to_date")).toEqual(["Fresh"]);
  expect(await names("syncing")).toEqual(["Old", "Never"]);
  expect(await names("sync_failed")).toEqual(["Failing", "Failing and fresh"]);
  expect(counted).toMatchObject({ upToDate: 1, attention: 2, merchants: 5 });
  const [failing] = (await list({ slugs: ["m-0003"] })).found;
  expect(failing).toMatchObject({ hasFailedSync: true, lastReadAt: null });
});

test("merchants that need attention are those whose state names an issue", async () => {
  const saved = await save([
    "Well",
    "Failing",
    "Refused",
    "Without a certificate",
    "Ended",
    "Ending later",
    "Failing and archived",
  ]);
  const idOf = (at: number) => saved[at]?.id ?? "";
  const problem = { code: "gateway_down", message: "Down." };
  for (const at of [1, 6])
    await store.db
      .update(ledgerSync)
      .set({ problem })
      .where(eq(ledgerSync.merchantId, idOf(at)));
  const refused = (await store.db.select().from(merchant)).find(({ id }) => id === idOf(2));
  const pair = { id: refused?.pairId ?? "", environment: "demo", kind: "session" as const, failedAttempts: [] };
  await store.db.insert(identityPair).values({ ...pair, state: "open" });
  const now = Date.now();
  const ends = [[3], [4, new Date(now - 60_000)], [5, new Date(now + 3_600_000)]] as const;
  for (const [at, endsAt] of ends) {
    const endpointId = `endpoint-${at}`;
    const endpoint = { id: endpointId, environment: "demo", merchantId: idOf(at), sid: "1", createdBy: "a test" };
    await store.db.insert(notifyEndpoint).values(endpoint);
    const certificate = { endpointId, label: "", publicKeyPem: "", fingerprint: "", addedBy: "a test" };
    if (endsAt) await store.db.insert(notifyCertificate).values({ ...certificate, endsAt });
  }
  await store.db
    .update(merchant)
    .set({ archivedAt: new Date() })
    .where(eq(merchant.id, idOf(6)));
  const { found, nowMs } = await list();
  const issues: readonly MerchantState[] = ["refused", "no_certificate", "sync_failed"];
  const shown = found.filter((row) => issues.includes(toMerchantState(toMerchantStatus(row.identity, nowMs), row)));
  const named = (rows: { name: string }[]) => rows.map(({ name }) => name);
  expect(named(shown)).toEqual(["Failing", "Refused", "Without a certificate", "Ended"]);
  expect(named((await list({ filter: { needsAttention: true } })).found)).toEqual(named(shown));
});

test("late and silent merchants are those that the alerts count", async () => {
  const saved = await save(["Read", "Overdue", "Failing", "Refused", "Failing and read", "Silent", "Silent and archived"]);
  const idOf = (at: number) => saved[at]?.id ?? "";
  const readBefore = new Date("2026-03-04T11:00:00Z");
  const old = { recentReadAt: new Date("2026-03-04T10:59:59Z"), dueAt: new Date("2026-03-04T11:05:00Z") };
  const failing = { problem: { code: "gateway_down", message: "Down." }, dueAt: new Date("2999-01-01T00:00:00Z") };
  const change = (at: number, values: Partial<typeof ledgerSync.$inferInsert>) =>
    store.db
      .update(ledgerSync)
      .set(values)
      .where(eq(ledgerSync.merchantId, idOf(at)));
  await store.db.update(ledgerSync).set({ recentReadAt: readBefore, dueAt: readBefore });
  await change(1, old);
  await change(2, { ...old, ...failing });
  await change(3, { ...old, problem: { code: "merchant_refused", message: "Refused." } });
  await change(4, failing);
  const since = new Date("2026-03-03T10:00:00Z");
  const rhythm = { environment: "demo", hourly: [], salesPerYear: 900, learnedAt: since };
  const rhythms = [0, 5, 6].map((at) => ({ ...rhythm, merchantId: idOf(at), silentSince: at === 0 ? null : since }));
  await store.db.insert(merchantRhythm).values(rhythms);
  await store.db
    .update(merchant)
    .set({ archivedAt: since })
    .where(eq(merchant.id, idOf(6)));
  const ids = async (filter: MerchantQuery["filter"]) => (await list({ filter })).found.map(({ id }) => id);
  const counted = (causes: Cause[]) => causes.map(({ merchantId }) => merchantId);
  expect(await ids({ readBefore })).toEqual([idOf(1), idOf(2)]);
  expect(await ids({ isSilent: true })).toEqual([idOf(5)]);
  expect(counted(await findLedgersLate(store.db, { environment: "demo", readBefore }))).toEqual([idOf(1), idOf(2)]);
  expect(counted(await findSilent(store.db))).toEqual([idOf(5)]);

  // Excepted from one rule, a merchant is in the list of the other all the same.
  await store.db.update(merchantRhythm).set({ silentSince: since });
  const except = (rule: "ledger_late" | "silence", at: number) =>
    store.db.insert(alertRuleException).values({ environment: "demo", rule, merchantId: idOf(at) });
  await except("ledger_late", 1);
  await except("silence", 5);
  expect(await ids({ readBefore })).toEqual([idOf(2)]);
  expect(await ids({ isSilent: true })).toEqual([idOf(0)]);
  await except("silence", 2);
  expect(await ids({ readBefore })).toEqual([idOf(2)]);
});

test.each([
  ["cafe", ["Café Zürich", "Corner Cafe"]],
  ["CAFÉ zür", ["Café Zürich"]],
  ["afe", []],
  ["софия", ["Магазин „София“"]],
  ["o'n", ["O'Neil & Sons"]],
  ["m-0002", ["O'Neil & Sons"]],
  ["100%", ["100% Natural"]],
  ["_", ["Café Zürich", "Corner Cafe", "O'Neil & Sons", "Магазин „София“", "100% Natural"]],
])("%s is found by the beginning of the slug or of words of the name", async (text, wanted) => {
  await save(["Café Zürich", "Corner Cafe", "O'Neil & Sons", "Магазин „София“", "100% Natural"]);
  const { found } = await list({ words: toSearchWords(text) });
  expect(found.map(({ name }) => name)).toEqual(wanted);
});

test("pages follow each other by slug and by name, within a staff member's scope", async () => {
  const saved = await save(Array.from({ length: 25 }, (_, at) => `Shop ${at % 5}`));
  const merchantIds = saved.slice(5).map(({ id }) => id);
  for (const order of ["slug", "name"] as const) {
    const slugs: string[] = [];
    let after: MerchantQuery["after"];
    do {
      const { found } = await list({ scope: { environment: "demo", merchantIds }, order, after, limit: 7 });
      after = found.at(-1);
      slugs.push(...found.map(({ slug }) => slug));
    } while (after);
    expect(slugs).toHaveLength(20);
    expect(new Set(slugs).size).toBe(20);
    if (order === "slug") expect(slugs).toEqual(slugs.toSorted());
  }
});

test("a page reads as few rows of 5,000 merchants as of ten", async () => {
  await store.db.execute(sql`
    insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
    select 'demo', 'many-' || lpad(at::text, 5, '0'), 'Many ' || at, '', '', '', 'a test' from generate_series(1, 5000) at`);
  await store.db.execute(sql`analyze merchant`);
  const { rows } = await store.db.execute<{ "QUERY PLAN": string }>(sql`
    explain select slug from merchant where environment = 'demo' and slug > 'many-02000' order by slug limit 51`);
  expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).toContain("merchant_environment_slug");
  const { found } = await list({ limit: 51, after: { slug: "many-02000", name: "" } });
  expect(found[0]?.slug).toBe("many-02001");
});
