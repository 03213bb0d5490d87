import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VaultError } from "../vault/aead.ts";
import { createTestVault } from "../vault/testing/test-vault.ts";
import { type NewTransaction, saveTransactions } from "./save-transactions.ts";
import { sealPlainRows } from "./seal-plain-rows.ts";
import { openTransaction } from "./sealed-transaction.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";
import { findTransactionsById } from "./transactions.ts";

const vault = createTestVault();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const noon = new Date("2026-03-04T12:00:00Z");
const plain = { reference: null, accountNumber: null, terminalId: null, referenceNumber: null, pan: null };
const kept = { ...plain, environment: "demo", day: "2026-03-04", occurredAt: noon, readAt: noon, hasOwnTime: true };
const sale = { type: "013", sign: "credit", amountMinor: 1840, amountText: "18.40", currency: "EUR", occurredAtText: "" };

const merchantId = randomUUID();
const row = (id: string): NewTransaction => ({
  ...kept,
  ...sale,
  merchantId,
  id,
  description: `Anna Canary ${id}`,
  record: { id, payer: `anna${id}@shop.example`, z: 1, a: [1, { d: 1, c: 2 }] },
});
const ids = Array.from({ length: 2_300 }, (_, at) => String(at));

async function readOne(id: string) {
  const [found] = await findTransactionsById(store.db, { merchantId, ids: [id] });
  if (!found) throw new Error(`There is no row ${id}.`);
  return found;
}

test("ledger rows that an earlier version stored readable are sealed, once, and read again unchanged change nothing", async () => {
  await saveTransactions(store.db, vault, ids.map(row));
  const content = JSON.stringify(ids.map((id) => ({ id, record: row(id).record, description: row(id).description })));
  await store.db.execute(sql`
    update transaction set sealed = '', content_mark = null, record = old.record, description = old.description
    from json_to_recordset(${content}::json) as old(id text, record jsonb, description text) where transaction.id = old.id`);

  await sealPlainRows(store.db, vault);
  const { rows } = await store.db.execute(sql`select from transaction where record is not null or description is not null`);
  expect(rows).toHaveLength(0);
  for (const id of ["0", "1100", "2299"]) {
    const { record, description } = row(id);
    expect(openTransaction(vault, await readOne(id))).toEqual({ record, description });
  }
  expect(await saveTransactions(store.db, vault, ids.map(row))).toEqual([]);
});

test("a sealed ledger row moved to another row, or changed by a bit, does not open", async () => {
  const [one, other] = [await readOne("1"), await readOne("2")];
  expect(() => openTransaction(vault, { ...one, sealed: other.sealed })).toThrow(VaultError);
  const bent = Buffer.from(one.sealed);
  bent[bent.length - 20] = (bent[bent.length - 20] ?? 0) ^ 1;
  expect(() => openTransaction(vault, { ...one, sealed: bent })).toThrow(VaultError);
});
