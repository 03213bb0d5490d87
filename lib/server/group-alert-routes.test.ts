import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Alert, Alerts } from "#lib/contract/alert.ts";
import { systemClock } from "#lib/core/clock.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { alert } from "#lib/db/schema/alert.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { ledgerSync } from "#lib/db/schema/sync-run.ts";
import { evaluateAlerts } from "#lib/services/alerts/evaluate-alerts.ts";
import { partialGateways } from "#lib/services/testing/partial-gateways.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const slugs = Array.from({ length: 13 }, (_, index) => `shop-${index + 1}`);
const baseUrl = "https://gateway.example";
const gateways = partialGateways({
  baseUrl,
  zone: "UTC",
  forMerchant: () => {
    throw new Error("A list of alerts or merchants asked a gateway.");
  },
  integration: {
    identityStatus: async () => ({
      pair: { used: 0, limit: 2, state: "closed", proven: true },
      integration: { used: 0, limit: 2, inFlight: false },
      ...{ held: null, inFlight: false, lastSuccessAt: null, lastError: null, pausedUntil: null, stop: null },
    }),
  },
});
const secret = "other-shop-nobody-names";
let app: TestApp;
const ids = new Map<string, string>();
let all: TestPerson;
/** Of two merchants, of one without the trouble, and of everyone in the trouble. */
let some: TestPerson;
let calm: TestPerson;
let whole: TestPerson;
beforeAll(async () => {
  app = await openTestApp({ gateways });
  const integration = { partnerId: "p", applicationId: "a", options: {}, by: "a test" };
  const credential = { clientId: "client_1", clientSecret: "secret_1" };
  await saveIntegration(app.store.db, app.vault, { id: "sandbox", baseUrl, ...integration, ...credential });
  for (const slug of [...slugs, secret]) ids.set(slug, await app.addMerchant(slug));
  const limited = (list: readonly string[]) =>
    app.addPerson({ role: "support", merchants: list.map((slug) => `sandbox/${slug}`) });
  [all, some, calm, whole] = await Promise.all([
    app.addPerson({ role: "support" }),
    limited(["shop-1", "shop-2", "shop-13"]),
    limited(["shop-13"]),
    limited([...slugs.slice(0, 12), secret]),
  ]);
});
beforeEach(async () => {
  await app.store.db.delete(alert);
  await app.store.db.delete(payment);
});
afterAll(() => app.close());

/** Payments of unknown result at exactly these merchants. */
async function trouble(some: readonly string[]): Promise<void> {
  const { db } = app.store;
  await db.delete(payment);
  const at = new Date(Date.now() - 12 * 60_000);
  const of = {
    environment: "sandbox",
    status: "unknown",
    amountMinor: 777,
    currency: "EUR",
    createdAt: at,
    updatedAt: at,
  } as const;
  const rows = some.map((slug) => ({ ...of, merchantId: ids.get(slug) ?? "", terminalId: slug, referenceNumber: slug }));
  if (rows.length > 0) await db.insert(payment).values(rows);
  await evaluateAlerts({ db, clock: systemClock, gateways: app.runtime.gateways, log: app.runtime.log });
}

async function list(by: TestPerson, query = ""): Promise<Alerts> {
  const response = await app.call({ path: `/api/sandbox/alerts${query}`, cookie: by.cookie });
  expect(response.status).toBe(200);
  return response.json();
}

const send = (by: TestPerson, method: string, { id }: Alert, what: string, body?: unknown) =>
  app.call({ method, path: `/api/sandbox/alerts/${id}/${what}`, cookie: by.cookie, body });

const countsOf = ({ items }: Alerts) => items.map(({ rule, merchant: slug, merchants, count }) => [rule, slug, merchants, count]);

const many = [...slugs.slice(0, 12), secret];

test("an alert of many merchants is seen by whoever may see one of them, with only theirs counted", async () => {
  await trouble(many);
  expect(countsOf(await list(all))).toEqual([["payment_unknown", undefined, 13, 13]]);
  const seen = await list(some);
  expect(countsOf(seen)).toEqual([["payment_unknown", undefined, 2, 2]]);
  expect(seen).toMatchObject({
    open: 1,
    items: [{ partial: true, href: expect.stringContaining("/sandbox/payments?status=unknown&alert=") }],
  });
  expect(countsOf(await list(whole))).toEqual([["payment_unknown", undefined, 13, 13]]);
  expect((await list(whole)).items[0]?.partial).toBeUndefined();
  expect(await list(calm)).toMatchObject({ open: 0, items: [] });
});

test("a filter by merchant finds the alert that the merchant is part of, and tells what it tells without", async () => {
  await trouble(many);
  expect(countsOf(await list(all, "?merchant=shop-3"))).toEqual([["payment_unknown", undefined, 13, 13]]);
  expect(countsOf(await list(all, "?merchant=shop-13"))).toEqual([]);
  expect(countsOf(await list(some, "?merchant=shop-1"))).toEqual([["payment_unknown", undefined, 2, 2]]);
});

test("it follows the merchants that join and leave, and keeps those of its end", async () => {
  await trouble(many);
  await trouble(many.filter((slug) => slug !== "shop-1"));
  expect(countsOf(await list(some))).toEqual([["payment_unknown", undefined, 1, 1]]);
  await trouble(many.filter((slug) => slug !== "shop-1" && slug !== "shop-2"));
  expect(await list(some)).toMatchObject({ open: 0, items: [] });
  await trouble(many);
  expect(countsOf(await list(some))).toEqual([["payment_unknown", undefined, 2, 2]]);
  await trouble([]);
  expect(await list(some)).toMatchObject({ open: 0, items: [] });
  expect(countsOf(await list(some, "?status=resolved"))).toEqual([["payment_unknown", undefined, 2, 2]]);
  expect(await list(calm, "?status=resolved")).toMatchObject({ items: [] });
});

// Attack: learning of other merchants, or closing their alert, by an alert that is theirs too.
test("whoever sees only some of its merchants learns no other's name, count or comment, and changes nothing", async () => {
  await trouble(many);
  const [group] = (await list(all)).items;
  if (!group) throw new Error("There is no alert.");
  expect((await send(all, "PUT", group, "comment", { text: `Only ${secret} matters` })).status).toBe(200);
  const text = JSON.stringify(await list(some));
  expect(text).not.toContain(secret);
  expect(text).not.toMatch(/"\w+":13\b|777/);
  for (const [method, what, body] of [
    ["POST", "acknowledge"],
    ["POST", "resolve"],
    ["PUT", "comment", { text: "Over" }],
  ] as const) {
    expect((await send(some, method, group, what, body)).status).toBe(403);
    expect((await send(calm, method, group, what, body)).status).toBe(404);
  }
  expect((await list(all)).items).toMatchObject([{ status: "open", comment: `Only ${secret} matters` }]);
  const acknowledged = await send(whole, "POST", group, "acknowledge");
  expect(acknowledged.status).toBe(200);
  expect(await acknowledged.json()).toMatchObject({ merchants: 13, comment: `Only ${secret} matters` });
});

test("a merchant that is excepted from the rule is no part of it", async () => {
  const shops = [...many, "shop-13"];
  await trouble(shops);
  const excepted = ["shop-1", "shop-13"];
  const admin = await app.addPerson({ role: "admin" });
  const path = "/api/sandbox/alerts/rules/payment_unknown";
  const body = { exceptions: excepted };
  const saved = await app.call({ method: "PUT", path, cookie: admin.cookie, body });
  expect(saved.status).toBe(200);
  await trouble(shops);
  expect(countsOf(await list(all))).toEqual([["payment_unknown", undefined, 12, 12]]);
  expect(countsOf(await list(some))).toEqual([["payment_unknown", undefined, 1, 1]]);
});

test("the list that it leads to has exactly its merchants, without those that its rule leaves out", async () => {
  const { db } = app.store;
  const long = new Date(Date.now() - 5 * 3_600_000);
  await db.update(ledgerSync).set({ recentReadAt: long, dueAt: long });
  const admin = await app.addPerson({ role: "admin" });
  const body = { exceptions: ["shop-1", "shop-3"] };
  const path = "/api/sandbox/alerts/rules/ledger_late";
  expect((await app.call({ method: "PUT", path, cookie: admin.cookie, body })).status).toBe(200);
  await trouble([]);
  for (const [by, merchants] of [
    [all, 12],
    [some, 2],
  ] as const) {
    const [found] = (await list(by)).items.filter(({ rule }) => rule === "ledger_late");
    expect(found).toMatchObject({ merchants, href: "/sandbox/merchants?status=late" });
    const listed = await app.call({ path: "/api/sandbox/merchants?status=late&limit=100", cookie: by.cookie });
    const shown = ((await listed.json()).items as { slug: string }[]).map(({ slug }) => slug);
    expect(shown).toHaveLength(merchants);
    expect(shown).not.toContain("shop-1");
  }
});

test("it leads to records of exactly its merchants, in every list that knows the filter", async () => {
  const admin = await app.addPerson({ role: "admin" });
  const path = "/api/sandbox/alerts/rules/payment_unknown";
  const saved = await app.call({ method: "PUT", path, cookie: admin.cookie, body: { exceptions: ["shop-1"] } });
  expect(saved.status).toBe(200);
  await trouble(slugs);
  for (const [by, merchants] of [
    [all, slugs.filter((slug) => slug !== "shop-1")],
    [some, ["shop-13", "shop-2"]],
  ] as const) {
    const { items } = await list(by);
    const [found] = items.filter(({ rule, merchants: many }) => rule === "payment_unknown" && many !== undefined);
    expect(found?.href).toBe(`/sandbox/payments?status=unknown&alert=${found?.id}`);
    for (const of of ["payments?status=unknown", "merchants?order=name"]) {
      const listed = await app.call({ path: `/api/sandbox/${of}&limit=100&alert=${found?.id}`, cookie: by.cookie });
      const shown = ((await listed.json()).items as { merchant?: string; slug?: string }[]).map(
        (item) => item.merchant ?? item.slug,
      );
      expect(shown.toSorted()).toEqual([...merchants].toSorted());
    }
    for (const of of ["notifications", "notifications/never-notified"]) {
      const listed = await app.call({ path: `/api/sandbox/${of}?alert=${found?.id}`, cookie: by.cookie });
      expect([listed.status, (await listed.json()).items]).toEqual([200, []]);
    }
  }
  const ofAlert = (id: string) => app.call({ path: `/api/sandbox/payments?alert=${id}`, cookie: all.cookie });
  const none = await ofAlert(crypto.randomUUID());
  expect([none.status, (await none.json()).items]).toEqual([200, []]);
  const wrong = await ofAlert("x");
  expect([wrong.status, (await wrong.json()).error.fields]).toMatchObject([400, [{ field: "alert" }]]);
  await app.call({ method: "DELETE", path, cookie: admin.cookie });
});
