import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ledgerRead, transaction } from "#lib/db/schema/transaction.ts";
import { removeTransactions } from "#lib/db/transactions/remove-transactions.ts";
import { type NewTransaction, saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries } from "#lib/notifications/testing/sign.ts";
import { listMerchantTransactions } from "../../transactions/list-transactions.ts";
import { getNotification } from "../get-notification.ts";
import { createReconciledFixture, type ReconciledFixture } from "../testing/reconciled-fixture.ts";

const merchant = "knigi-online";

let fixture: ReconciledFixture;
beforeAll(async () => {
  fixture = await createReconciledFixture([merchant]);
});
afterAll(() => fixture.drop());

const setRead = (readAt: Date) => fixture.store.db.update(ledgerRead).set({ readAt });
const show = (id: string) => getNotification(fixture.ctx(), { environment, merchant, id });

type StoredSale = typeof transaction.$inferSelect & NewTransaction;

/** The stored sale of a payment, as a later reading would store it again. */
async function readAgain(trnref: string): Promise<StoredSale> {
  const { db, vault } = fixture.ctx();
  const isSale = and(eq(transaction.reference, trnref), eq(transaction.sign, "credit"));
  const [stored] = await db.select().from(transaction).where(isSale);
  if (!stored) throw new Error("no stored sale");
  return { ...stored, ...openTransaction(vault, stored), hasOwnTime: true, readAt: new Date(Date.now() + 60_000) };
}

const saveRow = (row: NewTransaction) => {
  const { db, vault } = fixture.ctx();
  return db.transaction((tx) => saveTransactions(tx, vault, [row]));
};

test("a sale whose amount the gateway corrects is compared with its notification again", async () => {
  const { trnref, orderId } = await fixture.payOnline(merchant, 2468);
  await setRead(new Date(0));
  const id = await fixture.receive(merchant, notifyEntries({ trnref, orderId, amount: "24.68", currency: "EUR" }));
  await fixture.follow();
  await setRead(new Date(Date.now() + 3_600_000));
  const statesNow = async () => {
    const { items } = await listMerchantTransactions(fixture.ctx(), { environment, merchant, input: {} });
    return [
      items.find(({ reference, sign }) => reference === trnref && sign === "credit")?.notified?.state,
      (await show(id)).gateway,
    ];
  };
  const states = [await statesNow()];
  for (const amountMinor of [9999, 2468]) {
    const row = await readAgain(trnref);
    const record = { ...(row.record as object), original_amount: amountMinor / 100 };
    await saveRow({ ...row, amountMinor, amountText: String(amountMinor / 100), record });
    await fixture.follow();
    states.push(await statesNow());
  }
  expect(states).toEqual([
    ["notified", "confirmed"],
    ["mismatch", "mismatch"],
    ["notified", "confirmed"],
  ]);
  // A time alone says nothing about the payment.
  const row = await readAgain(trnref);
  await saveRow({ ...row, occurredAt: new Date(row.occurredAt.getTime() + 1_000) });
  expect((await show(id)).facts.gateway?.nextAt).toBeNull();
  const { db } = fixture.ctx();
  await db.delete(transaction).where(and(eq(transaction.reference, trnref), eq(transaction.sign, "debit")));
  await saveRow({ ...(await readAgain(trnref)), reference: "OF-ANOTHER", record: { payment_reference: "OF-ANOTHER" } });
  await fixture.follow();
  expect((await show(id)).transaction).toMatchObject({ id: null, reference: trnref, agrees: null });
});

test("a sale that is listed under another id is notified still, and one that was removed is not found any more", async () => {
  const { trnref, orderId } = await fixture.payOnline(merchant, 1357);
  await setRead(new Date(0));
  const id = await fixture.receive(merchant, notifyEntries({ trnref, orderId, amount: "13.57", currency: "EUR" }));
  await fixture.follow();
  await setRead(new Date(Date.now() + 3_600_000));
  const { db } = fixture.ctx();
  const stored = await readAgain(trnref);
  const remove = (row: StoredSale) => removeTransactions(db, { environment, merchantId: row.merchantId, rows: [row] });
  const again = { ...stored, id: "again-1" };
  await saveRow(again);
  await remove(stored);
  await fixture.follow();
  const list = () => listMerchantTransactions(fixture.later(), { environment, merchant, input: {} });
  const listed = (await list()).items.find(({ reference, sign }) => reference === trnref && sign === "credit");
  expect(listed).toMatchObject({ id: "again-1", notified: { state: "notified", notificationId: id } });
  expect((await show(id)).transaction).toMatchObject({ id: "again-1", agrees: true });
  await db.delete(transaction).where(and(eq(transaction.reference, trnref), eq(transaction.sign, "debit")));
  await remove(again);
  expect(await show(id)).toMatchObject({ gateway: "waiting", transaction: null });
});
