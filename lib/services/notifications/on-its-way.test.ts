import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listNeverNotified } from "./list-never-notified.ts";
import { createReconciledFixture, type ReconciledFixture } from "./testing/reconciled-fixture.ts";

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture(["knigi-online", "corner-cafe"]);
});
afterAll(() => fixture.drop());

const input = { limit: "500" };
const listed = async (merchant: string) =>
  (await listMerchantTransactions(fixture.ctx(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );
const neverNotified = async (merchant: string) =>
  (await listNeverNotified(fixture.ctx(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );

test.each(["knigi-online", "corner-cafe"])(
  "a sale at %s whose notification is received and not processed yet has it on its way, and is not among those never notified",
  async (merchant) => {
    const { trnref, orderId } = await fixture.payOnline(merchant, 4321);
    const [before] = await listed(merchant);
    expect(before?.notified).toMatchObject({ state: "not_notified" });
    expect(await neverNotified(merchant)).toHaveLength(1);

    const id = await fixture.receive(merchant, notifyEntries({ trnref, orderId, amount: "43.21", currency: "EUR" }));
    const onItsWay = { state: "on_its_way", attempt: null, notificationId: null };
    expect((await listed(merchant)).map(({ notified }) => notified)).toEqual([onItsWay]);
    expect(await neverNotified(merchant)).toEqual([]);
    const detail = await getTransaction(fixture.ctx(), { environment, merchant, reference: before?.reference ?? "" });
    expect(detail.rows.map(({ notified }) => notified?.state)).toContain("on_its_way");
    await fixture.fold();
    expect((await listed(merchant))[0]?.notified).toEqual(onItsWay);

    await fixture.follow();
    expect((await listed(merchant))[0]?.notified).toMatchObject({ state: "notified", notificationId: id });
  },
);
