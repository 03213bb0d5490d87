import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { notifyEndpoint } from "#lib/db/schema/notification.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { setMerchantGroup } from "../merchants/merchant-groups.ts";
import { getOverview } from "../overview/get-overview.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listNeverNotified } from "./list-never-notified.ts";
import { createReconciledFixture, type ReconciledFixture } from "./testing/reconciled-fixture.ts";

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(["knigi-online", "corner-cafe"]);
  // Before the ledger is read for the first time: a reading stays fresh for ten seconds.
  await fixture.payOnline("knigi-online", 6543);
});
afterAll(() => fixture.drop());

const input = { limit: "500" };
const listed = async (merchant: string) =>
  (await listMerchantTransactions(fixture.ctx(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );
const neverNotified = async (merchant: string) =>
  (await listNeverNotified(fixture.later(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );

const ofAll = (more: object = {}, ctx = fixture.later()) =>
  listNeverNotified(ctx, { environment, merchant: null, input: { ...input, ...more } });

test.each(["knigi-online", "corner-cafe"])(
  "a sale at %s whose notification is received and not processed yet has it on its way, and is not among those never notified",
  async (merchant) => {
    const { trnref, orderId } = await fixture.payOnline(merchant, 4321);
    const [before] = await listed(merchant);
    expect(before?.notified).toMatchObject({ state: "awaited" });
    expect(await neverNotified(merchant)).toHaveLength(1);
    await setMerchantGroup(fixture.ctx(), { environment, input: { merchants: [merchant], group: merchant } });
    expect(new Set((await ofAll({ group: merchant })).items.map((item) => item.merchant))).toEqual(new Set([merchant]));
    expect((await ofAll({ group: "none such" })).items).toEqual([]);
    const named = async () => (await ofAll()).items.map(({ reference }) => reference);
    expect(await named()).toContain(before?.reference);

    const id = await fixture.receive(merchant, notifyEntries({ trnref, orderId, amount: "43.21", currency: "EUR" }));
    const onItsWay = { state: "on_its_way", attempt: null, notificationId: null };
    expect((await listed(merchant)).map(({ notified }) => notified)).toEqual([onItsWay]);
    expect(await neverNotified(merchant)).toEqual([]);
    expect(await named()).not.toContain(before?.reference);
    const detail = await getTransaction(fixture.ctx(), { environment, merchant, reference: before?.reference ?? "" });
    expect(detail.rows.map(({ notified }) => notified?.state)).toContain("on_its_way");
    await fixture.fold();
    expect((await listed(merchant))[0]?.notified).toEqual(onItsWay);

    await fixture.follow();
    expect((await listed(merchant))[0]?.notified).toMatchObject({ state: "notified", notificationId: id });
  },
);

test("over all merchants they are paged, each once, of the merchants somebody may see, and the overview counts as many", async () => {
  const orders = [await fixture.payOnline("corner-cafe", 1111), await fixture.payOnline("knigi-online", 2222)];
  for (const merchant of ["corner-cafe", "knigi-online"]) await listed(merchant);
  const whole = (await ofAll()).items.map(({ merchant, id }) => `${merchant} ${id}`);
  expect(whole.length).toBeGreaterThanOrEqual(orders.length);
  const paged: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await ofAll({ limit: "1", ...(cursor === null ? {} : { cursor }) });
    paged.push(...page.items.map(({ merchant, id }) => `${merchant} ${id}`));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(paged).toEqual(whole);
  const limited = { ...fixture.later(), staff: { ...fixture.later().staff, merchants: ["sandbox/corner-cafe"] } };
  expect(new Set((await ofAll({}, limited)).items.map(({ merchant }) => merchant))).toEqual(new Set(["corner-cafe"]));
  const { attention, from, to } = await getOverview(fixture.later(), { environment, merchant: null, input: {} });
  expect(attention.find(({ kind }) => kind === "never_notified")).toMatchObject({
    count: (await ofAll({ from, to })).items.length,
  });
});

const stateOf = async (ctx = fixture.later()) =>
  (await listMerchantTransactions(ctx, { environment, merchant: "knigi-online", input })).items.find(
    ({ amountText }) => amountText === "65.43",
  )?.notified?.state;

// "Not notified" sends staff after a shop: it is said once the notification could have come, and only where it could.
test("a sale is not called unnotified right after its payment, nor when it was made before the merchant had a URL", async () => {
  expect([await stateOf(fixture.ctx()), await stateOf()]).toEqual(["awaited", "not_notified"]);
  const { id: merchantId } = await fixture.merchant("knigi-online");
  const { db } = fixture.ctx();
  await db
    .update(notifyEndpoint)
    .set({ createdAt: new Date(Date.now() + 60_000) })
    .where(eq(notifyEndpoint.merchantId, merchantId));
  expect(await stateOf()).toBe("not_applicable");
  await db.delete(notifyEndpoint).where(eq(notifyEndpoint.merchantId, merchantId));
  expect(await stateOf()).toBe("not_applicable");
  const never = await listNeverNotified(fixture.later(), { environment, merchant: "knigi-online", input });
  expect(never).toMatchObject({ items: [], firstEndpointAt: null });
});

test("the ledger is read for the first page alone", async () => {
  const page = (ctx: typeof later, cursor?: string | null) =>
    listNeverNotified(ctx, { environment, merchant: "corner-cafe", input: { limit: "1", ...(cursor ? { cursor } : {}) } });
  const later = fixture.later();
  const first = await page(later);
  // Long enough for its rows to be old, and for hardly any run to be in the next day by then, which nobody has read.
  const soon = { ...later.clock, now: () => later.clock.now() + 60_000 };
  const { zone } = await later.gateways.environment(environment);
  const gateways = partialGateways({ zone });
  expect(await page({ ...later, gateways, clock: soon }, first.nextCursor)).toMatchObject({
    items: [{ merchant: "corner-cafe" }],
    complete: true,
    problem: undefined,
  });
  expect((await page({ ...later, gateways, clock: soon })).problem).toBeDefined();
});
