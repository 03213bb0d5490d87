import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { transaction, transactionKey } from "#lib/db/schema/transaction.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { removeOldKeys, removeOldTransactions } from "#lib/db/transactions/remove-old-transactions.ts";
import { saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { listTransactionRows } from "#lib/db/transactions/transaction-list.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { removersOf } from "./removers.ts";

const environment = "demo";
const vault = createTestVault();
const merchantId = randomUUID();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await insertMerchant(merchantId, environment);
});
afterAll(() => store.drop());

async function insertMerchant(id: string, place: string): Promise<void> {
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "" };
  await store.db.insert(merchant).values({ id, slug: "cafe", environment: place, name: "M", updatedBy: "test", ...credential });
}

type Facts = { reference?: string; type?: string; sign?: "credit" | "debit"; amountMinor?: number };

const save = (id: string, day: string, facts: Facts = {}) => {
  const at = new Date(`${day}T12:00:00Z`);
  const amounts = { sign: "credit", amountMinor: 100, amountText: "1.00", currency: "EUR", type: "013" } as const;
  const times = { occurredAt: at, day, readAt: at, hasOwnTime: true, occurredAtText: `${day}T12:00:00` };
  const place = { environment, merchantId, id, reference: id, record: { id } };
  return saveTransactions(store.db, vault, [{ ...bareTransaction, ...place, ...times, ...amounts, ...facts }]);
};

const removeBefore = async (day: string) => {
  const before = new Date(`${day}T00:00:00Z`);
  const parts = { db: store.db, vault, clock: systemClock };
  let rows = 0;
  const question = { environment, kind: "transactions", keptFrom: day, before, check: async () => {} } as const;
  for await (const removal of removersOf(parts, question)) rows += removal.rows;
  return rows;
};

const keys = async () => (await store.db.select({ id: transactionKey.id }).from(transactionKey)).map(({ id }) => id).sort();

const key = (id: string, day: string, of = merchantId) =>
  store.db.insert(transactionKey).values({ merchantId: of, id, occurredAt: new Date(`${day}T12:00:00Z`) });

test("with a month go its keys and those that an earlier version left, not those of other environments", async () => {
  const other = randomUUID();
  await insertMerchant(other, "sandbox");
  await save("old", "2026-01-10");
  await save("kept", "2026-02-10");
  await key("left", "2025-06-01");
  await key("other", "2025-06-01", other);
  expect(await removeBefore("2026-02-01")).toBe(1);
  expect(await keys()).toEqual(["kept", "other"]);
});

test("keys are removed one range at a time, but for those of rows that came again meanwhile", async () => {
  for (const id of ["1", "2", "3", "4", "5"]) await key(id, "2025-06-01");
  const query = { environment, before: new Date("2026-02-01T00:00:00Z") };
  const counts = [(await keys()).length];
  let from = await removeOldKeys(store.db, query, { atOnce: 3 });
  counts.push((await keys()).length);
  await save("5", "2025-06-01");
  while (from) from = await removeOldKeys(store.db, query, { from, atOnce: 3 });
  await save("5", "2025-06-01");
  const stored = await store.db.select({ id: transaction.id }).from(transaction).where(eq(transaction.id, "5"));
  expect(stored).toHaveLength(1);
  expect((counts[0] ?? 0) - (counts[1] ?? 0)).toBeLessThanOrEqual(3);
  expect(await keys()).toEqual(["5", "kept", "other"]);
  await store.db.delete(transaction).where(eq(transaction.id, "5"));
  await store.db.delete(transactionKey).where(eq(transactionKey.id, "5"));
});

test("fees are shown again although the run that removed their sale ended right after", async () => {
  await save("sale", "2026-03-04");
  await save("fee", "2026-03-06", { reference: "sale", type: "001", sign: "debit", amountMinor: -20 });
  const query = { environment, merchantIds: [merchantId], order: "oldest", limit: 10, fees: "folded" } as const;
  const shown = async () => (await listTransactionRows(store.db, query)).map(({ id }) => id);
  await removeOldTransactions(store.db, { environment, before: new Date("2026-03-05T00:00:00Z") });
  expect(await shown()).toEqual([]);
  await removeBefore("2026-03-05");
  expect(await shown()).toEqual(["fee"]);
});
