import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { findPaymentsUnknown } from "../alerts/find-causes.ts";
import { payment, paymentOperation } from "../schema/payment.ts";
import { recordStatements } from "../testing/recorded-statements.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { hasUnknownReversal } from "./open-refund.ts";
import { listDuePayments } from "./payment-polling.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const merchantId = randomUUID();
const paidCount = 2_000;
const reversedCount = 100;

test("payments whose reversal had no answer are found without reading the operations of all others", async () => {
  const at = new Date();
  const paid = { environment: "demo", merchantId, status: "success", amountMinor: 1000, currency: "EUR", terminalId: "1" };
  const ids = Array.from({ length: paidCount }, () => randomUUID());
  await store.db.insert(payment).values(ids.map((id) => ({ ...paid, id, referenceNumber: id, createdAt: at, updatedAt: at })));
  const done = { merchantId, staffId: randomUUID(), requestHash: "h", state: "done", createdAt: at, updatedAt: at };
  const [reversed = "", ...others] = ids;
  const operations = others.map((id) => ({ ...done, act: "create", key: id, paymentId: id }));
  await store.db.insert(paymentOperation).values(operations);
  const unanswered = { act: `reversal:${reversed}`, key: reversed, paymentId: reversed, state: "unknown" };
  await store.db.insert(paymentOperation).values({ ...done, ...unanswered });
  const accepted = others.slice(0, reversedCount).map((id) => ({ ...done, act: `reversal:${id}`, key: id, paymentId: id }));
  await store.db.insert(paymentOperation).values(accepted);
  await store.db.execute(sql`analyze payment, payment_operation`);
  const statements = await recordStatements(store, async () => {
    expect(await store.db.select({ id: payment.id }).from(payment).where(hasUnknownReversal)).toEqual([{ id: reversed }]);
    await findPaymentsUnknown(store.db);
    await listDuePayments(store.db, { at: new Date(at.getTime() + 60_000), limit: 200 });
  });
  // PostgreSQL 18 can skip within other indexes; those before it would read all operations.
  const plans = statements.map(async ({ text, values }) => {
    const { rows } = await store.pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  });
  const [unknown, causes, due] = await Promise.all(plans);
  for (const plan of [unknown, causes]) expect(/payment_operation_\w+/.exec(plan ?? "")?.[0]).toBe("payment_operation_unknown");
  expect(due).toContain("payment_operation_unknown");
  expect(due).toContain("payment_operation_reversal");
  expect(due).not.toContain("Seq Scan on payment_operation");
});
