import { randomUUID } from "node:crypto";
import { reconciliation } from "#lib/db/schema/reconciliation.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";

/** Online sales of a merchant in its stored ledger; `isNotified`: each with the notification that was matched to it. */
export async function insertSales(
  fixture: Pick<TestFixture, "merchant" | "ctx">,
  slug: string,
  { times, isNotified }: { times: readonly number[]; isNotified: boolean },
): Promise<void> {
  const { id: merchantId } = await fixture.merchant(slug);
  const { db, vault } = fixture.ctx();
  const rows = times.map((atMs) => {
    const occurredAt = new Date(atMs);
    const money = { amountMinor: 100, amountText: "1.00", currency: "EUR", sign: "credit", type: "013" };
    const time = { occurredAt, occurredAtText: "", day: occurredAt.toISOString().slice(0, 10), readAt: occurredAt };
    const own = { merchantId, environment, id: `${atMs}`, reference: `R${atMs}`, record: {} };
    return { ...bareTransaction, ...own, ...money, ...time, hasOwnTime: true };
  });
  await db.transaction((tx) => saveTransactions(tx, vault, rows));
  if (!isNotified) return;
  const joins = rows.map(({ id }) => ({ deliveryId: randomUUID(), environment, merchantId, attempt: "paid", transactionId: id }));
  await db.insert(reconciliation).values(joins);
}
