import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchant } from "../schema/merchant.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { noteLedgerRead } from "./ledger-sync.ts";
import { endSync } from "./sync-claims.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const dayMs = 86_400_000;

async function addMerchant(recentReadAt: Date) {
  const id = randomUUID();
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" };
  await store.db.insert(merchant).values({ id, slug: id.slice(0, 8), environment: "demo", name: "M", ...credential });
  const readBefore = { recentReadAt, historyReadAt: recentReadAt };
  await store.db.update(ledgerSync).set(readBefore).where(eq(ledgerSync.merchantId, id));
  return id;
}

const readSync = async (id: string) => (await store.db.select().from(ledgerSync).where(eq(ledgerSync.merchantId, id))).at(0);

test("days missed for more than a day are read again as history, whichever process reads next", async () => {
  const now = new Date();
  const late = await addMerchant(new Date(now.getTime() - 30 * dayMs));
  await noteLedgerRead(store.db, late, { readAt: now, isWhole: false, rowsPerDay: undefined });
  expect(await readSync(late)).toMatchObject({ recentReadAt: now, historyReadAt: null });
});

test("a reading within a day of the last, or of the whole history, leaves nothing to read", async () => {
  const now = new Date();
  const lately = await addMerchant(new Date(now.getTime() - dayMs / 2));
  await noteLedgerRead(store.db, lately, { readAt: now, isWhole: false, rowsPerDay: undefined });
  expect((await readSync(lately))?.historyReadAt).not.toBeNull();
  const whole = await addMerchant(new Date(now.getTime() - 30 * dayMs));
  await noteLedgerRead(store.db, whole, { readAt: now, isWhole: true, rowsPerDay: undefined });
  expect((await readSync(whole))?.historyReadAt).not.toBeNull();
});

test("history postponed by a failure continues as soon as the merchant can be read", async () => {
  const holder = randomUUID();
  const readings = [
    (id: string) => endSync(store.db, { merchantId: id, holder, outcome: "read", againInMs: 60_000 }),
    (id: string) => noteLedgerRead(store.db, id, { readAt: new Date(), isWhole: false, rowsPerDay: undefined }),
  ];
  for (const read of readings) {
    const id = await addMerchant(new Date());
    const putOff = { holder, failures: 9, historyReadAt: null, historyDueAt: new Date(Date.now() + dayMs) };
    await store.db.update(ledgerSync).set(putOff).where(eq(ledgerSync.merchantId, id));
    await read(id);
    const { rows } = await store.pool.query("select history_due_at <= now() as due from ledger_sync where merchant_id = $1", [
      id,
    ]);
    expect(rows).toEqual([{ due: true }]);
  }
});
