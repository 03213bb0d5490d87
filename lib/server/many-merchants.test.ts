import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Merchant } from "#lib/contract/merchant.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { openTestApp, type TestApp } from "./testing/test-app.ts";

const many = 3_000;
const baseUrl = "https://demo-api-gateway.mypos.com";
const nobody = () => {
  throw new Error("A page over many merchants opened one's gateway.");
};
const gateways = partialGateways({
  baseUrl,
  zone: "Europe/Sofia",
  forMerchant: nobody,
  integration: {
    identityStatus: async () => ({
      pair: { used: 0, limit: 2, state: "closed", proven: true },
      integration: { used: 0, limit: 2, inFlight: false },
      held: null,
      inFlight: false,
      lastSuccessAt: null,
      lastError: null,
      pausedUntil: null,
      stop: null,
    }),
  },
});

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ gateways });
  const credential = { clientId: "client_1", clientSecret: "secret_1" };
  const ids = { partnerId: "p", applicationId: "a", options: {}, by: "a test" };
  await saveIntegration(app.store.db, app.vault, { id: "demo", baseUrl, ...ids, ...credential });
  await app.store.db.execute(sql`
    insert into merchant (environment, slug, name, client_id, client_secret, credential_fingerprint, updated_by)
    select 'demo', 'shop-' || lpad(at::text, 5, '0'), 'A shop with a long name, number ' || at, '', '', '12345678', 'a test'
    from generate_series(1, ${many}) at`);
  await app.store.db.execute(sql`
    update ledger_sync set problem = '{"code":"merchant_refused","message":"Refused."}'
    where merchant_id in (select id from merchant where slug like 'shop-029%')`);
  await app.store.db.execute(sql`
    insert into alert (environment, merchant_id, rule, subject, opened_at, last_seen_at, count)
    select 'demo', id, 'genuine_refused', id, '2026-03-04T11:00:00Z', '2026-03-04T11:00:00Z', 1 from merchant`);
});
afterAll(() => app.close());

const slugOf = (at: number) => `shop-${String(at).padStart(5, "0")}`;

async function get(path: string, cookie: string) {
  const statements = vi.spyOn(app.store.pool, "query");
  const response = await app.call({ path: `/api/demo/${path}`, cookie });
  const text = await response.text();
  const asked = statements.mock.calls.length;
  statements.mockRestore();
  expect(response.status, text).toBe(200);
  expect(text.length).toBeLessThan(100_000);
  return { headers: response.headers, body: JSON.parse(text), statements: asked };
}

async function slugsOf(path: string, cookie: string, pick: (body: Record<string, unknown>) => unknown = ({ items }) => items) {
  const slugs: string[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const { body, statements } = await get(cursor === "" ? path : `${path}&cursor=${cursor}`, cookie);
    expect(statements).toBeLessThanOrEqual(12);
    slugs.push(...(pick(body) as Pick<Merchant, "slug">[]).map(({ slug }) => slug));
    cursor = body.nextCursor;
  }
  return slugs;
}

test("the bare array contains the first 500, with a link to the rest and the total", async () => {
  const { cookie } = await app.addPerson();
  const { headers, body, statements } = await get("merchants", cookie);
  expect(body.map(({ slug }: Merchant) => slug)).toEqual(Array.from({ length: 500 }, (_, at) => slugOf(at + 1)));
  expect(headers.get("x-total-count")).toBe(String(many));
  expect(statements).toBeLessThanOrEqual(8);
  const next = /^<\/api\/demo\/(.+)>; rel="next"$/.exec(headers.get("link") ?? "")?.[1] ?? "";
  expect((await get(next, cookie)).body.items[0].slug).toBe(slugOf(501));
});

test("pages contain every merchant once; a search and a filter the matching ones", async () => {
  const { cookie } = await app.addPerson();
  const all = Array.from({ length: many }, (_, at) => slugOf(at + 1));
  expect(await slugsOf("merchants?limit=400", cookie)).toEqual(all);
  expect((await slugsOf("merchants?limit=400&order=name", cookie)).toSorted()).toEqual(all);
  expect(await slugsOf("merchants?q=shop-0299", cookie)).toEqual(all.slice(2_989, 2_999));
  expect(await slugsOf("merchants?q=LÓNG+number+17", cookie)).toHaveLength(111);
  expect(await slugsOf("merchants?status=attention", cookie)).toEqual(all.slice(2_899, 2_999));
  expect(await slugsOf("merchants?status=refused", cookie)).toEqual([]);
  expect(await slugsOf(`merchants?slug=${slugOf(7)},nobody,${slugOf(3)}`, cookie)).toEqual([slugOf(3), slugOf(7)]);
});

test("an unknown filter is refused with its name", async () => {
  const { cookie } = await app.addPerson();
  for (const query of ["status=best", "cursor=abc", "limit=0", "order=size", `q=${"x".repeat(101)}`]) {
    const response = await app.call({ path: `/api/demo/merchants?${query}`, cookie });
    expect(response.status).toBe(400);
    expect((await response.json()).error.fields).toMatchObject([{ field: query.split("=")[0] }]);
  }
});

test("staff of 2,000 merchants find these and no others", async () => {
  const mine = Array.from({ length: 2_000 }, (_, at) => slugOf(at + 501));
  const { cookie } = await app.addPerson({ role: "admin", merchants: mine.map((slug) => `demo/${slug}`) });
  const { headers, body } = await get("merchants", cookie);
  expect(headers.get("x-total-count")).toBe("2000");
  expect(body[0].slug).toBe(slugOf(501));
  expect(await slugsOf("merchants?limit=500", cookie)).toEqual(mine);
  expect(await slugsOf(`merchants?slug=${slugOf(500)},${slugOf(501)}`, cookie)).toEqual([slugOf(501)]);
  expect(await slugsOf("connection?limit=150&q=shop-005", cookie, ({ merchants }) => merchants)).toEqual(mine.slice(0, 99));
  expect((await get("connection", cookie)).body.sync).toMatchObject({ merchants: 2_000, attention: 0 });
  const alerts = await get("alerts?limit=100", cookie);
  expect(alerts.body.open).toBe(2_000);
  expect(alerts.body.items.every(({ merchant }: { merchant: string }) => mine.includes(merchant))).toBe(true);
});

test("alerts of all merchants are paged, each once", async () => {
  const { cookie } = await app.addPerson();
  const found = await slugsOf("alerts?limit=300", cookie, ({ items }) =>
    (items as { merchant: string }[]).map(({ merchant }) => ({ slug: merchant })),
  );
  expect(found.toSorted()).toEqual(Array.from({ length: many }, (_, at) => slugOf(at + 1)));
});

test.each(["connection", "payments", "alerts", "transactions/views"])(
  "%s of 3,000 merchants needs as few statements as of one",
  async (path) => {
    const { cookie } = await app.addPerson({ role: "admin" });
    expect((await get(path, cookie)).statements).toBeLessThanOrEqual(12);
  },
);
