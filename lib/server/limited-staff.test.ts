import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runtimeKey } from "#lib/app/runtime.ts";
import type { Merchant } from "#lib/contract/merchant.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { operations } from "#lib/contract/operations.ts";
import { AppError } from "#lib/core/errors.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { insertCalls } from "#lib/db/gateway-calls/gateway-calls.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { copyStore } from "#lib/db/testing/copy-store.ts";
import { fillManyMerchants } from "#lib/db/testing/many-merchants.ts";
import type { TestStore } from "#lib/db/testing/test-store.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { fillReceived } from "./testing/fill-received.ts";
import { addressOf } from "./testing/operation-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

/**
 * Staff limited to some merchants must not learn anything about others: each address is called
 * with all merchants present and in a copy of the database with theirs only, and the responses are equal.
 */
const environment = "demo";
const baseUrl = "https://demo-api-gateway.mypos.com";
const mine = [3, 7, 8, 11, 12, 19, 20, 21, 22, 27, 31, 36, 37].map((at) => `shop-${at}`);
const [other, own] = ["shop-5", "shop-7"];
const identity = {
  pair: { used: 0, limit: 2, state: "closed", proven: true },
  integration: { used: 0, limit: 2, inFlight: false },
  ...{ held: null, inFlight: false, lastSuccessAt: null, lastError: null, pausedUntil: null, stop: null },
} as const;
const refused = async () => {
  throw new AppError("merchant_refused");
};
const gateways = partialGateways({
  baseUrl,
  forMerchant: () => ({
    ...{ identityStatus: async () => identity, listAccounts: refused, readTransactions: refused },
    ...{ lookupReferences: refused, listTerminals: refused, getTransaction: refused },
  }),
  integration: { identityStatus: async () => identity },
});

let app: TestApp;
let copies: TestStore[];
/** Limited to many merchants, to two, to none, and not limited. */
let people: Record<"many" | "few" | "none" | "all", TestPerson>;
const lists: Record<"many" | "few" | "none", string[]> = { many: mine, few: mine.slice(0, 2), none: [] };

beforeAll(async () => {
  app = await openTestApp({ gateways });
  const { store, vault } = app;
  const ids = { partnerId: "p", applicationId: "a", options: {}, by: "a test" };
  await saveIntegration(store.db, vault, { id: environment, baseUrl, ...ids, clientId: "client_1", clientSecret: "secret_1" });
  await fillManyMerchants(store, vault, { environment, merchants: 40, rows: 2_400 });
  await fillReceived(app, environment);
  // Two are in no group, one of which staff with many merchants may see.
  await store.db.execute(sql`update merchant set group_name = case when slug = ${other} then 'Of others' else 'Region North' end
    where slug not in ('shop-6', 'shop-8')`);
  const add = (merchants: readonly string[]) =>
    app.addPerson({ role: "admin", merchants: merchants.map((slug) => `${environment}/${slug}`) });
  people = {
    ...{ many: await add(lists.many), few: await add(lists.few), none: await add([]) },
    all: await app.addPerson({ role: "admin" }),
  };
  for (const merchant of [other, own])
    await recordAudit(
      { db: store.db, vault },
      { at: new Date(), act: "test.acted", actor: "somebody", staffId: null, environment, merchant, target: merchant },
    );
  for (const merchant of [other, own]) await putTag(merchant);
  const merchants = await slugsById();
  // The last stands for background calls of several merchants.
  const calls = [...merchants.keys(), null].map((merchantId, index) => ({
    ...{ environment, merchantId, at: new Date(), method: "GET", path: "/a", status: index % 2 === 0 ? 200 : 503, process: "p" },
    ...{ paymentId: null, reference: null, calls: merchantId === null ? 40 : 1, ms: 1, attempt: 1, failure: null, problem: null },
  }));
  await insertCalls(store.db, calls);
  copies = [];
  for (const slugs of Object.values(lists))
    copies.push(
      await copyStore(
        store,
        [...merchants].filter(([, slug]) => slugs.includes(slug)).map(([id]) => id),
      ),
    );
});
afterAll(async () => {
  for (const copy of copies ?? []) await copy.drop();
  await app.close();
});

/** Puts a tag of its own on a transaction of that merchant. */
async function putTag(merchant: string): Promise<void> {
  const { rows } = await app.store.db.execute<{ reference: string }>(sql`
    select reference from transaction join merchant on merchant.id = merchant_id
    where slug = ${merchant} and reference is not null limit 1`);
  const body = { records: [{ merchant, reference: rows[0]?.reference }], add: [`of ${merchant}`] };
  const answer = await app.call({ path: `/api/${environment}/tags`, method: "POST", cookie: people.all.cookie, body });
  expect(answer.status).toBe(200);
}

async function slugsById(): Promise<Map<string, string>> {
  const { rows } = await app.store.db.execute<{ id: string; slug: string }>(sql`select id, slug from merchant order by slug`);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}

/** Fields that differ between responses: times and random values. */
const ofTheMoment = /"(asOf|madeAt|readyAt)":"[^"]*"/g;

type Asked = { path: string; body?: unknown };

async function ask({ path, body }: Asked, { cookie }: TestPerson, store: TestStore = app.store): Promise<[number, string[]]> {
  Object.assign(globalThis, { [runtimeKey]: Promise.resolve({ ...app.runtime, store, lists: store }) });
  const response = await app.call({ path: `/api/${environment}/${path}`, cookie, method: body ? "POST" : "GET", body });
  const text = (await response.text()).replaceAll(ofTheMoment, '"$1":"now"');
  return [response.status, text.startsWith("{") || text.startsWith("[") ? text.split(/(?<=[,{[])(?=["{])/) : text.split("\n")];
}

const days = "from=2026-03-01&to=2026-05-15";
/** The inputs for each read operation; `{}` means none. */
const asked: Record<string, Asked[]> = {
  listMerchants: [
    "",
    "?limit=20",
    "?q=shop",
    "?status=attention",
    "?status=up_to_date",
    "?status=late",
    "?status=silent",
    "?group=of others",
    "?group=-",
    `?slug=${other},${own}`,
  ].map(toPath("merchants")),
  listMerchantGroups: [{ path: "merchants/groups" }],
  listMerchantFigures: [`?slug=${other},${own}`].map(toPath("merchants/figures")),
  listCalls: ["", `?merchant=${other}`, `?merchant=${own}`].map(toPath("calls")),
  listCallErrors: ["", `?merchant=${other}`, "?period=week"].map(toPath("calls/errors")),
  listConnections: ["", "?status=attention", "?limit=5"].map(toPath("connection")),
  getSignInStop: [{ path: "connection/stop" }],
  getOverviewOfAll: [`?${days}`, ""].map(toPath("overview")),
  rankMerchants: [`?${days}&currency=EUR`, "?currency=JPY&order=fall&limit=3"].map(toPath("overview/merchants")),
  quickFind: [{ path: "quick-find", body: { values: ["ORDER1", "REF40", "POS7"] } }],
  listAlerts: ["", "?status=resolved", "?limit=3"].map(toPath("alerts")),
  listAlertChannels: [""].map(toPath("alerts/channels")),
  listAlertRules: [""].map(toPath("alerts/rules")),
  listAllTransactions: [
    ...[
      "",
      "?limit=200",
      `?${days}`,
      "?type=042",
      "?order=largest",
      "?order=smallest&sign=debit",
      "?amountMin=300&amountMax=310",
    ],
    ...["?q=REF40", "?q=REF4", "?q=POS7", "?account=A5", "?account=A7", "?terminal=T5-1", "?currency=JPY&order=oldest"],
    ...[`?merchant=${other}`, "?fees=folded", "?group=of others", "?group=region north"],
  ].map(toPath("transactions")),
  listAllTransactionOptions: [{ path: "transactions/options" }],
  totalAllTransactions: [
    "",
    `?${days}`,
    "?type=042",
    "?amountMin=300&amountMax=310",
    "?q=REF4",
    "?account=A5",
    "?group=region north",
  ].map(toPath("transactions/totals")),
  listAllTransactionDays: ["", `?${days}`, "?type=042", "?zone=America/New_York", "?currency=JPY"].map(
    toPath("transactions/days"),
  ),
  lookUpReferencesEverywhere: [{ path: "lookups", body: { references: ["REF40", "ORDER1", "ORDER2", "POS7", "nothing"] } }],
  find: ["REF40", "ORDER1", "ORDER", "POS7", "REF4", "nothing", "2345 12.34"].map((q) => ({ path: `find?q=${q}` })),
  findInSteps: ["REF40", "ORDER1"].map((q) => ({ path: `find/steps?q=${q}` })),
  exportAllTransactions: [{ format: "csv", selection: { kind: "matching", filter: {} } }].map((body) => ({
    ...{ path: "transactions/export", body },
  })),
  listViews: [{ path: "transactions/views" }],
  listNotificationViews: [{ path: "notifications/views" }],
  listPaymentViews: [{ path: "payments/views" }],
  listMerchantViews: [{ path: "merchants/views" }],
  listTags: [{ path: "tags" }],
  listAllPayments: ["", "?status=success", "?q=POS7", "?limit=3", "?group=-"].map(toPath("payments")),
  getPaymentBody: [{ path: "payments/body" }],
  listAllNotifications: [
    ...["", "?limit=5", "?q=ORDER1", "?q=ORDER", "?q=spoken", "?verdict=invalid", "?flag=mismatch", "?flag=reversed"],
    ...["?flag=genuine_refused", "?paidWith=card", "?delay=5", `?${days}`, `?merchant=${other}`, "?group=of others"],
  ].map(toPath("notifications")),
  listAllNeverNotified: ["", "?limit=3", `?${days}`].map(toPath("notifications/never-notified")),
  listFees: [`?${days}`, `?${days}&limit=3`, `?${days}&merchant=${other}`].map(toPath("fees")),
  sumFees: [`?${days}`].map(toPath("fees/sums")),
  exportFees: [{ path: "fees/export", body: { format: "csv" } }],
  listAllMoneyBack: ["?limit=3", `?${days}`].map(toPath("notifications/money-back")),
  sumAllMoneyBack: [`?${days}`, `?${days}&merchant=${other}`].map(toPath("notifications/money-back/sums")),
  exportAllMoneyBack: [{ path: "notifications/money-back/export", body: { format: "csv" } }],
  listAudit: ["", `&merchant=${other}`, `&merchant=${own}`].map(toPath("audit?act=test")),
  exportAudit: [{ path: "audit/export?act=test" }],
  getProfile: ["", `?merchant=${other}`, `?merchant=${own}`].map(toPath("profile")),
  getRestore: [{ path: "restore" }],
  getRetention: [{ path: "retention" }],
  previewRetention: [{ path: "retention/preview?transactions=100" }],
  listScenarios: [{ path: "scenarios" }],
  openSharedLookup: [{ path: "lookups/lists/nothing" }],
};

function toPath(name: string): (query: string) => Asked {
  return (query) => ({ path: name + query });
}

const ofMany = ({ path }: Operation) => path.startsWith("/api/{environment}/") && !path.includes("{merchant}");
const slow = "Asks many addresses in two databases.";
/** The event stream has its own tests. */
const streams = ["followLive"];

test("every read address of an environment is called below", () => {
  const reads = operations.filter((operation) => ofMany(operation) && operation.method === "get").map(({ id }) => id);
  expect(reads.filter((id) => !(id in asked) && !streams.includes(id))).toEqual([]);
});

// First, since other calls query gateways and store the results.
test.each(["listAllTransactions", "totalAllTransactions", "listAllTransactionDays", "getOverviewOfAll", "listAllPayments"])(
  "%s of some merchants equals the response without other merchants",
  { meta: { slow } },
  async (id) => {
    for (const question of asked[id] ?? []) {
      const [, text] = await ask(question, people.many);
      expect({ question, text }).toEqual({ question, text: (await ask(question, people.all, copies[0]))[1] });
      expect({ question, text: (await ask(question, people.all))[1] }).not.toEqual({ question, text });
    }
  },
);

describe.each(Object.entries(asked))("%s", (_, questions) => {
  test.each(["many", "few", "none"] as const)("tells staff with %s nothing about others", { meta: { slow } }, async (who) => {
    const copy = copies[Object.keys(lists).indexOf(who)];
    for (const question of questions) {
      const [status, text] = await ask(question, people[who]);
      const [statusAlone, alone] = await ask(question, people[who], copy);
      expect({ question, status, text }).toEqual({ question, status: statusAlone, text: alone });
      expect(status).not.toBe(500);
    }
  });
});

/** Addresses below a merchant, called with each of these ids or references, some of which exist. */
const ofOne = operations.filter(({ path, method }) => path.startsWith("/api/{environment}/{merchant}/") && method === "get");
const ids = ["md5(slug)", "md5(slug || 1)::uuid", "md5('payment' || slug || 1)::uuid"];

test("every address of their merchant responds the same with other merchants present", { meta: { slow } }, async () => {
  const { rows } = await app.store.db.execute<Record<string, string>>(sql`
    select ${sql.raw(ids.map((id, at) => `${id} as id${at}`).join(", "))}, (select id from transaction where merchant_id = merchant.id limit 1) as row,
      (select reference from transaction where merchant_id = merchant.id limit 1) as reference from merchant where slug = ${own}`);
  const { reference = "", ...known } = rows[0] ?? {};
  for (const operation of ofOne) {
    for (const id of Object.values(known)) {
      const path = addressOf(operation, { environment, merchant: own, id, reference }).replace(`/api/${environment}/`, "");
      const [status, text] = await ask({ path }, people.many);
      const [statusAlone, alone] = await ask({ path }, people.many, copies[0]);
      expect({ path, status, text }).toEqual({ path, status: statusAlone, text: alone });
    }
  }
});

test("a changed merchant list applies from the next request, and a removed merchant disappears", async () => {
  const change = (slugs: string[]) => app.store.db.update(staff).set({ merchants: slugs }).where(eq(staff.id, people.few.id));
  const slugs = async () =>
    JSON.parse((await ask({ path: "merchants" }, people.few))[1].join("")).map((each: Merchant) => each.slug);
  const count = async () => JSON.parse((await ask({ path: "transactions/totals" }, people.few))[1].join("")).count;
  await change([`${environment}/${other}`, `sandbox/${own}`]);
  expect(await slugs()).toEqual([other]);
  const ofOther = await count();
  await change([`${environment}/${own}`, `${environment}/${other}`]);
  expect(await slugs()).toEqual([other, own]);
  const ofBoth = await count();
  await app.store.db.execute(sql`delete from merchant where slug = ${own}`);
  expect([await slugs(), await count()]).toEqual([[other], ofOther]);
  expect(ofBoth).toBeGreaterThan(ofOther);
});
