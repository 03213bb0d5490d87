import { eq, sql, TransactionRollbackError } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Overview } from "#lib/contract/overview.ts";
import { type MoneyKind, moneyKindFilter, moneyKindNames } from "#lib/core/transaction-types.ts";
import { payment, paymentOperation } from "#lib/db/schema/payment.ts";
import { ledgerRead } from "#lib/db/schema/transaction.ts";
import { listOverviewDifferences } from "#lib/db/testing/overview-differences.ts";
import { listMerchantSales } from "#lib/db/transaction-sums/merchant-sales.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { requireMerchant } from "../context.ts";
import { setMerchantGroup } from "../merchants/merchant-groups.ts";
import { listNotifications } from "../notifications/list-notifications.ts";
import { createReconciledFixture, type ReconciledFixture } from "../notifications/testing/reconciled-fixture.ts";
import { listPayments } from "../payments/list-payments.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { totalTransactions } from "../transactions/sum-transactions.ts";
import { getOverview } from "./get-overview.ts";
import { rankMerchants } from "./rank-merchants.ts";
import { updateOverviews } from "./update-overview.ts";

const dayMs = 86_400_000;
const dayText = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
const month = { from: dayText(29), to: dayText(0) };
const slugs = ["corner-cafe", "knigi-online"];

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(slugs);
  const paid: { trnref: string; orderId: string }[] = [];
  for (const amountMinor of [1000, 2000, 3000]) paid.push(await fixture.payOnline("knigi-online", amountMinor));
  for (const merchant of slugs) await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: {} });
  const ways: [name: string, value: string][][] = [
    [
      ["PaymentMethod", "1"],
      ["PaymentType", "3"],
      ["CardBrand", "2"],
    ],
    [["PaymentMethod", "5"]],
    [["PaymentMethod", "1"]],
  ];
  for (const [at, { trnref, orderId }] of paid.entries()) {
    const entries = notifyEntries({ trnref, orderId, amount: `${(at + 1) * 10}.00`, currency: "EUR" });
    const others = entries.filter(([name]) => !["PaymentMethod", "PaymentType", "CardBrand", "CardType"].includes(name));
    await fixture.receive("knigi-online", [...others, ...(ways[at] ?? [])]);
  }
  await fixture.follow();
});
afterAll(() => fixture.drop());

const overview = (merchant: string | null, input: Record<string, string> = month) =>
  getOverview(fixture.ctx(), { environment, merchant, input });

const tail = ({ from, to }: Overview) => ({ from, to });

test.each([[null], ["corner-cafe"]])("every count and sum of %s is that of the list it opens", async (merchant) => {
  const shown = await overview(merchant);
  expect(shown.currencies.length).toBeGreaterThan(0);
  const total = async (filter: Record<string, string>) =>
    totalTransactions(fixture.ctx(), { environment, merchant: merchant ?? undefined, input: filter });
  for (const { currency, now, before, days, types } of shown.currencies) {
    const [listed] = (await total({ ...tail(shown), currency })).totals;
    expect({ currency, ...now }).toEqual(listed ?? { currency, count: 0, creditMinor: 0, debitMinor: 0 });
    const [earlier] = (await total({ ...shown.before, currency })).totals;
    expect({ currency, ...before }).toEqual(earlier ?? { currency, count: 0, creditMinor: 0, debitMinor: 0 });
    expect(days).toHaveLength(30);
    for (const day of days.filter(({ count }) => count > 0).slice(0, 3)) {
      expect((await total({ from: day.day, to: day.day, currency })).count).toBe(day.count);
    }
    for (const { type, sign, count } of types) {
      expect((await total({ ...tail(shown), currency, sign, ...(type ? { type } : {}) })).count).toBe(count);
    }
  }
});

test.each([[null], ["corner-cafe"]])("each kind of money of %s is the sum of the list it opens", async (merchant) => {
  const shown = await overview(merchant);
  const totalOf = async (kind: MoneyKind, currency: string, days: { from: string; to: string }) => {
    const input = { ...days, currency, ...moneyKindFilter(kind) };
    const { totals } = await totalTransactions(fixture.ctx(), { environment, merchant: merchant ?? undefined, input });
    const [{ count, creditMinor, debitMinor } = { count: 0, creditMinor: 0, debitMinor: 0 }] = totals;
    return { count, amountMinor: creditMinor + debitMinor };
  };
  for (const { currency, kinds, days } of shown.currencies) {
    for (const kind of moneyKindNames) {
      expect(kinds[kind].now).toEqual(await totalOf(kind, currency, tail(shown)));
      expect(kinds[kind].before).toEqual(await totalOf(kind, currency, shown.before));
      expect(days.reduce((sum, day) => sum + day.kinds[kind], 0)).toBe(kinds[kind].now.amountMinor);
    }
    expect(days.reduce((sum, { before }) => sum + before.salesMinor, 0)).toBe(kinds.sales.before.amountMinor);
    expect(kinds.sales.now.amountMinor).toBeGreaterThanOrEqual(0);
    for (const kind of ["refunds", "fees", "payouts"] as const) expect(kinds[kind].now.amountMinor).toBeLessThanOrEqual(0);
  }
});

test("merchants are ranked by the sales that their own overviews show", async () => {
  const rank = (input: Record<string, string>, ctx = fixture.ctx()) =>
    rankMerchants(ctx, { environment, input: { ...month, currency: "EUR", ...input } });
  const { items, total } = await rank({});
  expect(total).toBe(slugs.length);
  expect(items.map(({ merchant }) => merchant).toSorted()).toEqual(slugs);
  expect(items.map(({ now }) => now.amountMinor)).toEqual(items.map(({ now }) => now.amountMinor).toSorted((a, b) => b - a));
  for (const { merchant, now, before } of items) {
    const own = (await overview(merchant)).currencies.find(({ currency }) => currency === "EUR")?.kinds.sales;
    expect({ now, before }).toEqual(own);
  }
  const changes = (await rank({ order: "fall" })).items.map(({ now, before }) => now.amountMinor - before.amountMinor);
  expect(changes).toEqual(changes.toSorted((a, b) => a - b));
  expect((await rank({ order: "rise", limit: "1" })).items).toHaveLength(1);
  const limited = await rank({}, fixture.ctx({ role: "viewer", merchants: ["sandbox/corner-cafe"] }));
  expect(limited).toEqual({ items: items.filter(({ merchant }) => merchant === "corner-cafe"), total: 1 });
});

test("a group of merchants has the figures and the ranks of its own only", async () => {
  await setMerchantGroup(fixture.ctx(), { environment, input: { merchants: ["knigi-online"], group: "Books" } });
  const ofGroup = await overview(null, { ...month, group: "books" });
  const { currencies, notifications, payments } = await overview("knigi-online");
  expect(ofGroup).toMatchObject({ currencies, notifications, payments });
  expect((await overview(null, { ...month, group: "none such" })).currencies).toEqual([]);
  const ranked = await rankMerchants(fixture.ctx(), { environment, input: { ...month, currency: "EUR", group: "BOOKS" } });
  expect([ranked.total, ranked.items.map(({ merchant }) => merchant)]).toEqual([1, ["knigi-online"]]);
});

test("sums are ranked as numbers: 900 is less than 10000", async () => {
  const { db } = fixture.ctx();
  const query = { environment, merchantIds: null, ...month, before: month, currency: "EUR", order: "sales", limit: 10 } as const;
  await db
    .transaction(async (tx) => {
      await tx.execute(sql`update ledger_day set credit_minor = 0`);
      await tx.execute(sql`
        update ledger_day set credit_minor = case slug when 'corner-cafe' then 900 else 10000 end
        from (select distinct on (slug) slug, facet_id, day from ledger_day
          join merchant on merchant.id = merchant_id join ledger_kind on ledger_kind.id = kind_id
          where type in ('501', '013') and currency = 'EUR' and day between ${month.from}::date and ${month.to}::date) chosen
        where ledger_day.facet_id = chosen.facet_id and ledger_day.day = chosen.day`);
      expect((await listMerchantSales(tx, query)).map(({ now }) => now.amountMinor)).toEqual([10_000, 900]);
      tx.rollback();
    })
    .catch((thrown: unknown) => {
      if (!(thrown instanceof TransactionRollbackError)) throw thrown;
    });
});

test("what needs attention is named with its merchants, and nobody else's", async () => {
  const { db } = fixture.ctx();
  await db.execute(sql`
    update ledger_sync set problem = '{"code": "merchant_refused", "message": "No"}'
    where merchant_id = (select id from merchant where environment = ${environment} and slug = 'knigi-online')`);
  const attention = async (merchant: string | null) => (await overview(merchant)).attention;
  const expected = { kind: "sign_in_failed", count: 1, merchants: [{ slug: "knigi-online", name: expect.any(String) }] };
  expect(await attention(null)).toContainEqual(expected);
  expect(await attention("knigi-online")).toContainEqual(expected);
  expect(await attention("corner-cafe")).not.toContainEqual(expected);
  await db.execute(sql`update ledger_sync set problem = null`);
});

test("payments of unknown result are counted as in their list, with those whose reversal had no answer", async () => {
  const { db } = fixture.ctx();
  const { id: merchantId } = await requireMerchant(fixture.ctx(), environment, "corner-cafe");
  const at = new Date();
  const of = { environment, merchantId, amountMinor: 100, currency: "EUR", createdAt: at, updatedAt: at };
  const taken = { ...of, terminalId: "81000001" };
  const [paid] = await db
    .insert(payment)
    .values([
      { ...taken, status: "success", referenceNumber: "REVERSED-1" },
      { ...taken, status: "unknown", referenceNumber: "UNKNOWN-1" },
      { ...taken, status: "success", referenceNumber: "PAID-1" },
    ])
    .returning();
  const act = { act: `reversal:${paid?.id}`, key: "k", requestHash: "h", staffId: crypto.randomUUID() };
  await db.insert(paymentOperation).values({ ...of, ...act, paymentId: paid?.id ?? "", state: "unknown" });
  await updateOverviews(fixture.ctx());
  const shown = await overview("corner-cafe");
  const input = { ...month, kind: "payment", status: "unknown" };
  const { items } = await listPayments(fixture.ctx(), { environment, input });
  expect(items.map(({ referenceNumber }) => referenceNumber).toSorted()).toEqual(["REVERSED-1", "UNKNOWN-1"]);
  expect(shown.attention).toContainEqual({ kind: "payments_unknown", count: 2, merchants: [] });
  expect(shown.payments).toContainEqual({ status: "unknown", count: 2, before: 0 });
  await db.delete(payment).where(eq(payment.merchantId, merchantId));
});

test("payment methods and notification delays are counted as in the lists they link to", async () => {
  const shown = await overview("knigi-online");
  const paid = shown.currencies.find(({ currency }) => currency === "EUR")?.paid ?? [];
  expect(paid.map(({ paidWith, cardBrand, count, amountMinor }) => [paidWith, cardBrand, count, amountMinor])).toEqual([
    ["card", "unknown", 1, 3000],
    ["twint", "none", 1, 2000],
    ["apple_pay", "visa", 1, 1000],
  ]);
  const list = async (input: Record<string, string>) =>
    (await listNotifications(fixture.ctx(), { environment, merchant: "knigi-online", input: { ...month, ...input } })).items
      .length;
  for (const { paidWith, cardBrand, count } of paid) expect(await list({ paidWith, brand: cardBrand })).toBe(count);
  expect(shown.notifications.now).toEqual({ valid: 3, invalid: 0, not_checkable: 0 });
  expect(await list({ verdict: "valid" })).toBe(3);
  const late = Object.entries(shown.delays).filter(([, count]) => count > 0);
  expect(late.reduce((sum, [, count]) => sum + count, 0)).toBe(3);
  for (const [delay, count] of late) expect(await list({ delay })).toBe(count);
});

test("aggregating does not change the numbers shown", async () => {
  const before = await overview(null);
  await updateOverviews(fixture.ctx());
  const after = await overview(null);
  expect({ ...after, asOf: null }).toEqual({ ...before, asOf: null });
});

test("when another zone comes into use, the counts are those of its days", async () => {
  const ctx = fixture.ctx();
  const { db } = ctx;
  // At any hour one of them has another day than UTC.
  for (const zone of ["UTC", "Etc/GMT-14", "Etc/GMT+12", "UTC"]) {
    const gateways = { environment: async (id: typeof environment) => ({ ...(await ctx.gateways.environment(id)), zone }) };
    await updateOverviews({ ...ctx, gateways: { ...ctx.gateways, ...gateways } });
    const zones = { sandbox: zone, demo: zone, production: zone };
    expect([zone, await listOverviewDifferences(db, zones)]).toEqual([zone, []]);
  }
});

test("money of different currencies is never summed, and the period before has as many days", async () => {
  const shown = await overview(null, { from: "2026-03-01", to: "2026-03-31" });
  expect(shown.before).toEqual({ from: "2026-01-29", to: "2026-02-28" });
  expect(shown.isRunning).toBe(false);
  expect(new Set(shown.currencies.map(({ currency }) => currency)).size).toBe(shown.currencies.length);
});

test("an account sees only its own merchants", async () => {
  const ctx = fixture.ctx({ role: "viewer", merchants: ["sandbox/corner-cafe"] });
  const mine = await getOverview(ctx, { environment, merchant: null, input: month });
  const cafe = await overview("corner-cafe");
  expect({ ...mine, asOf: null }).toEqual({ ...cafe, asOf: null });
  await expect(getOverview(ctx, { environment, merchant: "knigi-online", input: month })).rejects.toMatchObject({
    code: "not_found",
  });
});

test.each([
  [{ from: "2026-03-02", to: "2026-03-01" }, "to"],
  [{ from: "2026-03-02" }, "to"],
  [{ from: "2024-01-01", to: "2026-03-01" }, "from"],
  [{ from: "yesterday", to: "2026-03-01" }, "from"],
])("%j is refused, naming %s", async (input, field) => {
  await expect(overview(null, input as Record<string, string>)).rejects.toMatchObject({
    code: "invalid_input",
    fields: expect.arrayContaining([expect.objectContaining({ field })]),
  });
});

test("the figures are as old as the last day, not as the days before it, which were read once", async () => {
  const { db } = fixture.ctx();
  const { id } = await fixture.merchant("corner-cafe");
  const [read] = await db.select().from(ledgerRead).where(eq(ledgerRead.merchantId, id)).limit(1);
  if (!read) throw new Error("The ledger was not read.");
  const hourAgo = new Date(read.readAt.getTime() - 3_600_000);
  await db.delete(ledgerRead).where(eq(ledgerRead.merchantId, id));
  await db.insert(ledgerRead).values([
    { ...read, toDay: dayText(1), readAt: hourAgo },
    { ...read, fromDay: dayText(0), toDay: dayText(0) },
  ]);
  expect((await overview("corner-cafe")).asOf).toBe(read.readAt.toISOString());
});
