// @module-tag long: fills tables with many rows.

import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { listOldMonths } from "../deliveries/old-months.ts";
import { deleteEnvironment } from "../environments/delete-environment.ts";
import { merchant } from "../schema/merchant.ts";
import { transaction, transactionKey } from "../schema/transaction.ts";
import { bareTransaction } from "../testing/bare-transaction.ts";
import { expectLedgerSums } from "../testing/expect-ledger-sums.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { deleteEmptyDays, dropMonth, removeOldTransactions } from "../transactions/remove-old-transactions.ts";
import { removeTransactions } from "../transactions/remove-transactions.ts";
import { type NewTransaction, saveTransactions } from "../transactions/save-transactions.ts";
import { rebuildLedgerDays } from "./rebuild-ledger-days.ts";
import { updateLedgerSums } from "./update-ledger-sums.ts";

const environment = "sandbox";
const vault = createTestVault();
const dayMs = 86_400_000;
const sealed = Buffer.from("sealed");
let store: TestStore;
let merchants: string[];
beforeAll(async () => {
  store = await createTestStore({ connectionsMax: 8 });
  const rows = ["cafe", "bakery", "taxi"].map((slug) => ({
    ...{ environment, slug, name: slug, clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: "test" },
  }));
  merchants = (await store.db.insert(merchant).values(rows).returning({ id: merchant.id })).map(({ id }) => id);
});
afterAll(() => store.drop());

type Draw = (below: number) => number;
const pick = <Value>(values: readonly Value[], draw: Draw): Value => values[draw(values.length)] as Value;
const anyTime = (draw: Draw) => new Date(Date.UTC(2026, 0, 1) + draw(110) * dayMs + draw(24) * 3_600_000);

/** Few ids, so that most are corrections; two zones, so that days move. */
function toRow(merchantId: string, draw: Draw): NewTransaction {
  const occurredAt = anyTime(draw);
  const zoned = new Date(occurredAt.getTime() + draw(2) * 3 * 3_600_000);
  const amountMinor = draw(9) === 0 ? null : draw(2_000) - 1_000;
  return {
    ...bareTransaction,
    ...{ merchantId, environment, id: String(draw(60)), occurredAt, hasOwnTime: draw(8) > 0 },
    ...{ day: zoned.toISOString().slice(0, 10), occurredAtText: "", type: pick(["013", "020", null], draw) },
    ...{ sign: (amountMinor ?? 0) > 0 ? "credit" : "debit", currency: pick(["EUR", "JPY"], draw), amountMinor },
    ...{ amountText: String(amountMinor), accountNumber: pick(["1", "2"], draw) },
    ...{ record: { amountMinor, at: occurredAt.getTime() }, readAt: new Date() },
  };
}

class BrokeOff extends Error {}

/** One random change of a ledger, by any process. */
const actions: ((draw: Draw) => Promise<unknown>)[] = [
  ...Array.from({ length: 6 }, () => save),
  (draw) => save(draw, { breaksOff: true }),
  (draw) => removeOldTransactions(store.db, { environment, before: anyTime(draw) }),
  async (draw) => {
    const old = { table: "transaction", environment, before: anyTime(draw) } as const;
    for (const month of await listOldMonths(store.db, old)) await dropMonth(store.db, month);
  },
  (draw) => deleteEmptyDays(store.db, { environment, keptFrom: anyTime(draw).toISOString().slice(0, 10) }),
  remove,
  (draw) => rebuildLedgerDays(store.db, { merchantId: pick(merchants, draw), fromDay: "2026-01-20", toDay: "2026-03-10" }),
  () => deleteEnvironment(store.db, environment),
  ...Array.from({ length: 4 }, () => () => updateLedgerSums(store.db)),
];

async function save(draw: Draw, { breaksOff = false } = {}): Promise<void> {
  const merchantId = pick(merchants, draw);
  const rows = Array.from({ length: 1 + draw(20) }, () => toRow(merchantId, draw));
  await store.db.transaction(async (tx) => {
    await saveTransactions(tx, vault, rows);
    if (breaksOff) throw new BrokeOff();
  });
}

/** Removes rows that the gateway no longer lists, in a transaction of its own. */
async function remove(draw: Draw): Promise<void> {
  const merchantId = pick(merchants, draw);
  const { rows } = await store.db.execute<{ id: string; at: string }>(
    sql`select id, occurred_at as at from transaction where merchant_id = ${merchantId}::uuid limit ${1 + draw(8)}`,
  );
  const gone = rows.map(({ id, at }) => ({ id, occurredAt: new Date(at) }));
  await removeTransactions(store.db, { environment, merchantId, rows: gone });
}

/** Deadlocks, and months that were locked or dropped meanwhile: callers retry these. */
const passing = ["40P01", "55P03", "23514", "42P01"];
const isPassing = (thrown: unknown) =>
  thrown instanceof BrokeOff || (thrown instanceof Error && passing.includes((thrown.cause as { code?: string })?.code ?? ""));

async function runAction(draw: Draw): Promise<void> {
  try {
    await pick(actions, draw)(draw);
  } catch (thrown) {
    if (!isPassing(thrown)) throw thrown;
  }
}

test("the sums of a ledger match its rows after any concurrent changes, even interrupted ones", {
  meta: { slow: "Plays hundreds of random acts at once against the database." },
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat()), async (numbers) => {
      const draw = (below: number) => (numbers.next().value ?? 0) % below;
      const work = async () => {
        for (let round = 0; round < 25; round++) await runAction(draw);
      };
      await Promise.all(Array.from({ length: 6 }, work));
      await expectLedgerSums(store.db);
    }),
    { numRuns: 3, endOnFailure: true },
  );
  expect(await store.db.$count(merchant)).toBe(merchants.length);
});

test("a row that retention removes while it is corrected is subtracted from its day once", async () => {
  const draw = () => 1;
  const row = toRow(merchants[0] ?? "", draw);
  await store.db.transaction((tx) => saveTransactions(tx, vault, [row, { ...row, id: "other" }]));
  const corrected = { ...row, amountMinor: 77, record: { amountMinor: 77 }, readAt: new Date(Date.now() + dayMs) };
  let saved: Promise<unknown> | undefined;
  await store.db.transaction(async (tx) => {
    await removeOldTransactions(tx, { environment, before: new Date("2030-01-01") });
    saved = store.db.transaction((otherTx) => saveTransactions(otherTx, vault, [corrected]));
    await eventually(async () => {
      const { rows } = await store.db.execute(sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      expect(rows).toHaveLength(1);
    });
  });
  await saved;
  await expectLedgerSums(store.db);
  expect([await store.db.$count(transaction), await store.db.$count(transactionKey)]).toEqual([1, 1]);
});
