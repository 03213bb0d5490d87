// @module-tag long: reads ledgers at a gateway and evaluates queues.

import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createGatewayDirectory } from "#lib/app/gateways/gateway-directory.ts";
import { claimSyncs, syncKinds } from "#lib/db/ledger-sync/sync-claims.ts";
import { createPermitLedger } from "#lib/db/lockout/permits.ts";
import { audit } from "#lib/db/schema/audit.ts";
import { environment } from "#lib/db/schema/environment.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { startTinyGateway, type TinyGateway } from "#lib/gateway/testing/tiny-gateway.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let gateway: TinyGateway;
let admin: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  [app, gateway] = await Promise.all([openTestApp(), startTinyGateway()]);
  admin = await app.addPerson({ role: "admin" });
  support = await app.addPerson({ role: "support", permissions: ["refund"] });
});
afterAll(async () => {
  await gateway.close();
  await app.close();
});
let integrations = 0;
beforeEach(async () => {
  integrations += 1;
  const { store, vault, runtime } = app;
  const permits = createPermitLedger({ db: store.db, vault });
  const { clock } = runtime;
  runtime.gateways = createGatewayDirectory({ store, vault, clock, permits, allowedHosts: [gateway.host], onCall: () => {} });
  await store.db.delete(merchant);
  await store.db.delete(environment);
  await post("/connection", {
    ...{ baseUrl: gateway.url, partnerId: "p", applicationId: "a" },
    ...{ clientId: `client_${String(integrations).padStart(32, "c")}`, clientSecret: `secret_${"s".repeat(64)}` },
  });
  for (const slug of ["bakery", "cafe"]) {
    const clientId = `cli_${slug.padEnd(24, "m")}${String(integrations).padStart(4, "0")}`;
    await post("/merchants", { slug, name: `The ${slug}`, clientId, clientSecret: `sec_${"k".repeat(60)}` });
  }
});

type Body = Record<string, unknown> & {
  items: { slug: string; state: string; archivedAt: string | null }[];
  error: { code: string };
};
type Answer = { status: number; body: Body };

async function read(response: Response): Promise<Answer> {
  return { status: response.status, body: (await response.json()) as Body };
}
const get = async (path: string) => read(await app.call({ path: `/api/demo${path}`, cookie: admin.cookie }));
const post = async (path: string, body?: unknown, by = admin, key?: string) =>
  read(
    await app.call({
      ...{ method: "POST", path: `/api/demo${path}`, cookie: by.cookie, headers: key ? { "idempotency-key": key } : {} },
      ...(body === undefined ? {} : { body }),
    }),
  );
const slugsOf = async (query: string) => (await get(`/merchants${query}`)).body.items.map(({ slug }) => slug);
const codeOf = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error?.code];
};
const syncRow = async () => {
  const [row] = await app.store.db
    .select({ recentReadAt: ledgerSync.recentReadAt, historyReadAt: ledgerSync.historyReadAt, dueAt: ledgerSync.dueAt })
    .from(ledgerSync)
    .innerJoin(merchant, eq(merchant.id, ledgerSync.merchantId))
    .where(eq(merchant.slug, "cafe"));
  return row;
};

test("an archived merchant is asked nothing, and what is stored of it is shown", async () => {
  expect(await get("/cafe/transactions")).toMatchObject({ status: 200, body: { items: [] } });
  const [signIns, calls] = [gateway.sessionCalls.size, gateway.requests.length];
  expect([signIns, calls > 0]).toEqual([1, true]);
  expect(await post("/cafe/archive")).toMatchObject({ status: 200, body: { merchant: "cafe", archivedAt: expect.any(String) } });

  const list = await get("/cafe/transactions?from=2020-01-01");
  expect(list).toMatchObject({ status: 200, body: { items: [], source: "gateway", complete: true, upToDate: true } });
  expect(list.body.problem).toBeUndefined();
  expect((await get("/cafe/connection")).status).toBe(200);
  const refused = [
    post("/cafe/connection/check"),
    post("/cafe/connection/try-once-more", { half: "session", name: "The cafe" }),
    post("/cafe/mirror/runs", { kind: "backfill", from: "2026-01-01" }, support),
    post("/cafe/payments", { amountMinor: 100, currency: "EUR", terminalId: "81000001" }, support, `key-${integrations}`),
    get("/cafe/transactions/POSA1"),
  ];
  expect(await Promise.all(refused.map(codeOf))).toEqual(refused.map(() => [409, "merchant_archived"]));
  const lookup = await post("/cafe/lookups", { references: ["POSA1"] }, support);
  expect(lookup.body).toMatchObject({ rows: [{ verdict: "error" }], notSearched: [{ merchant: "cafe" }] });
  for (const kind of syncKinds) {
    const claim = { environment: "demo", kind, holder: crypto.randomUUID(), lifeMs: 1_000, limit: 10 };
    const claimed = await claimSyncs(app.store.db, claim);
    expect(claimed.map(({ merchantId }) => merchantId)).not.toContain(await idOf("cafe"));
  }
  expect([gateway.sessionCalls.size, gateway.requests.length]).toEqual([signIns, calls]);
});

async function idOf(slug: string): Promise<string> {
  const [row] = await app.store.db.select({ id: merchant.id }).from(merchant).where(eq(merchant.slug, slug));
  return row?.id ?? "";
}

test("an archived merchant that was never read says so instead of showing an empty list", async () => {
  await post("/cafe/archive");
  expect(await codeOf(get("/cafe/transactions"))).toEqual([409, "merchant_archived"]);
  const all = await get("/transactions");
  expect(all).toMatchObject({ status: 200, body: { items: [], complete: true, upToDate: true } });
  expect(all.body.problems).toBeUndefined();
  expect((await get("/overview")).body).toMatchObject({ partial: [] });
});

test("archived merchants are in no list and no count but their own", async () => {
  await post("/cafe/archive");
  expect(await slugsOf("?limit=10")).toEqual(["bakery"]);
  expect(await slugsOf("?q=the")).toEqual(["bakery"]);
  expect(await slugsOf("?status=unproven")).toEqual(["bakery"]);
  expect(await slugsOf("?status=archived")).toEqual(["cafe"]);
  expect(await slugsOf("?slug=cafe,bakery")).toEqual(["bakery", "cafe"]);
  const { body } = await get("/merchants?slug=cafe");
  expect(body.items).toMatchObject([{ state: "archived", archivedAt: expect.any(String) }]);
  const all = await app.call({ path: "/api/demo/merchants", cookie: admin.cookie });
  expect([all.headers.get("x-total-count"), await all.json()]).toMatchObject(["1", [{ slug: "bakery" }]]);
  const board = await get("/connection");
  expect(board.body).toMatchObject({
    merchants: [{ slug: "bakery" }],
    sync: { merchants: 1 },
    withoutEndpoint: { withoutSid: 1 },
  });
  expect((await get("/connection?status=archived")).body).toMatchObject({ merchants: [{ slug: "cafe" }] });
  expect((await get("/overview/merchants?currency=EUR")).body).toMatchObject({ total: 1, items: [{ merchant: "bakery" }] });
});

test("a restored merchant goes on from where it stopped, and both acts are in the audit log", async () => {
  await get("/cafe/transactions");
  await expect.poll(async () => (await syncRow())?.recentReadAt ?? null).not.toBeNull();
  const before = await syncRow();
  await post("/cafe/archive");
  await post("/cafe/archive");
  expect(await syncRow()).toBeUndefined();
  expect(await post("/cafe/restore")).toMatchObject({ status: 200, body: { archivedAt: null } });
  await post("/cafe/restore");
  const after = await syncRow();
  expect([after?.recentReadAt, after?.historyReadAt]).toEqual([before?.recentReadAt, before?.historyReadAt]);
  expect(after?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
  expect(await slugsOf("?limit=10")).toEqual(["bakery", "cafe"]);
  const acts = await app.store.db.select({ act: audit.act }).from(audit).where(eq(audit.merchant, "cafe")).orderBy(audit.id);
  const own = acts.map(({ act }) => act).filter((act) => act.startsWith("merchant."));
  expect(own.slice(-2)).toEqual(["merchant.archived", "merchant.restored"]);
});

test("only administrators archive, limited ones only their own merchants", async () => {
  const limited = await app.addPerson({ role: "admin", merchants: ["demo/bakery"] });
  expect(await codeOf(post("/cafe/archive", undefined, support))).toEqual([403, "forbidden"]);
  expect(await codeOf(post("/cafe/archive", undefined, limited))).toEqual([404, "not_found"]);
  expect((await post("/bakery/archive", undefined, limited)).status).toBe(200);
});
