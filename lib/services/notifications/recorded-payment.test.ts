import { afterAll, beforeAll, expect, test } from "vitest";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { notifyEntries, type Purchase, rollbackEntries } from "#lib/notifications/testing/sign.ts";
import { getNotification } from "./get-notification.ts";
import { createReconciledFixture, type ReconciledFixture } from "./testing/reconciled-fixture.ts";

const merchant = "knigi-online";
let fixture: ReconciledFixture;
let paid: { trnref: string; orderId: string };
beforeAll(async () => {
  fixture = await createReconciledFixture([merchant]);
  // Before the ledger is read for the first time: a reading stays fresh for ten seconds.
  paid = await fixture.payOnline(merchant, 4200);
  await fixture.receive(merchant, notifyEntries({ ...paid, amount: "42.00" }));
  await fixture.follow();
});
afterAll(() => fixture.drop());

const show = (id: string) => getNotification(fixture.ctx(), { environment, merchant, id });
const rejected = (changes: Partial<Purchase>, receivedAt = new Date()) =>
  fixture.receive(merchant, notifyEntries(changes), { verdict: "invalid", receivedAt });
const euro = (amountMinor: number) => ({ amountMinor, currency: "EUR" });

test("a rejected notification of another amount than the gateway's record says so, and leads to that record", async () => {
  const { recorded, transaction } = await show(await rejected({ ...paid, amount: "0.01" }));
  expect(transaction).toBeNull();
  expect(recorded).toMatchObject({ source: "transaction", id: expect.any(String), reference: paid.trnref });
  expect(recorded?.difference).toEqual({ field: "amount", said: euro(1), recorded: euro(4200) });
});

test("nothing differs where it says what the record says, or where its amount is not known", async () => {
  for (const amount of ["42.00", ""]) {
    const { recorded } = await show(await rejected({ ...paid, amount }));
    expect(recorded).toMatchObject({ source: "transaction", difference: null });
  }
});

test("without a record, the verified Rollback of its order says how much it was", async () => {
  const order = { orderId: "FORGED", trnref: "999000" };
  const id = await rejected({ ...order, amount: "0.01" }, new Date(Date.now() - 2_000));
  expect((await show(id)).recorded).toBeNull();
  await fixture.receive(merchant, rollbackEntries({ orderId: "FORGED", amount: "42.00" }));
  await fixture.fold();
  expect((await show(id)).recorded).toEqual({
    ...{ source: "rollback", id: null, reference: null },
    difference: { field: "amount", said: euro(1), recorded: euro(4200) },
  });
});

test("a verified one has no such record: it is reconciled", async () => {
  const id = await fixture.receive(merchant, notifyEntries({ ...paid, amount: "99.00" }));
  expect((await show(id)).recorded).toBeNull();
});
