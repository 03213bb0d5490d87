import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "../../mirror/testing/test-desk.ts";
import { notifyEntries } from "../../notify/testing/sign.ts";
import { getTransaction } from "../transactions/get-transaction.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { listNeverNotified } from "./list-never-notified.ts";
import { createJoinedDesk, type JoinedDesk } from "./testing/joined-desk.ts";

let desk: JoinedDesk;
beforeAll(async () => {
  desk = await createJoinedDesk(["knigi-online", "corner-cafe"]);
});
afterAll(() => desk.drop());

const input = { limit: "500" };
const listed = async (merchant: string) =>
  (await listMerchantTransactions(desk.ctx(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );
const neverNotified = async (merchant: string) =>
  (await listNeverNotified(desk.ctx(), { environment, merchant, input })).items.filter(
    ({ amountText }) => amountText === "43.21",
  );

test.each(["knigi-online", "corner-cafe"])(
  "a sale at %s whose notification is received and not processed yet has it on its way, and is not among those never notified",
  async (merchant) => {
    const { trnref, orderId } = await desk.payOnline(merchant, 4321);
    const [before] = await listed(merchant);
    expect(before?.notified).toMatchObject({ state: "not_notified" });
    expect(await neverNotified(merchant)).toHaveLength(1);

    const id = await desk.receive(merchant, notifyEntries({ trnref, orderId, amount: "43.21", currency: "EUR" }));
    const onItsWay = { state: "on_its_way", attempt: null, notificationId: null };
    expect((await listed(merchant)).map(({ notified }) => notified)).toEqual([onItsWay]);
    expect(await neverNotified(merchant)).toEqual([]);
    const detail = await getTransaction(desk.ctx(), { environment, merchant, reference: before?.reference ?? "" });
    expect(detail.rows.map(({ notified }) => notified?.state)).toContain("on_its_way");
    await desk.fold();
    expect((await listed(merchant))[0]?.notified).toEqual(onItsWay);

    await desk.follow();
    expect((await listed(merchant))[0]?.notified).toMatchObject({ state: "notified", notificationId: id });
  },
);
