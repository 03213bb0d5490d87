import { asc, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { audit } from "../schema/audit.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { chainHash, recordAudit, recordAuditIn } from "./audit.ts";
import { readChain } from "./audit-list.ts";

const vault = createTestVault();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

const at = new Date("2026-03-04T11:20:05.123Z");

/** Ids of rows whose hash does not match the previous row's hash and their own values. */
async function findBroken(): Promise<number[]> {
  const rows = await Array.fromAsync(readChain({ db: store.db, vault }, 0));
  return rows
    .filter(({ hash, id: _, isOpen, ...row }, index) => !isOpen || hash !== chainHash(rows[index - 1]?.hash ?? "", row))
    .map((row) => row.id);
}

test("rows of concurrent writers form one chain", async () => {
  await Promise.all(
    Array.from({ length: 25 }, (_, n) =>
      recordAudit(
        { db: store.db, vault },
        {
          at,
          staffId: null,
          actor: `person ${n}`,
          act: "thing.done",
          detail: { zebra: n, a: { y: 1, b: [2] } },
        },
      ),
    ),
  );
  expect(await findBroken()).toEqual([]);
});

test("an action that is rolled back leaves no audit row and no gap", async () => {
  const before = await store.db.$count(audit);
  const undone = store.db.transaction(async (tx) => {
    await recordAuditIn(tx, vault, { at, staffId: null, actor: "a", act: "thing.undone" });
    throw new Error("rolled back");
  });
  await expect(undone).rejects.toThrow("rolled back");
  await recordAudit({ db: store.db, vault }, { at, staffId: null, actor: "a", act: "thing.done" });
  expect(await store.db.$count(audit)).toBe(before + 1);
  expect(await findBroken()).toEqual([]);
});

test("a changed or removed row breaks the chain at its position", async () => {
  const [first, second, third] = await store.db.select({ id: audit.id }).from(audit).orderBy(asc(audit.id)).limit(3);
  await store.db.execute(sql`update audit set actor = 'somebody else' where id = ${first?.id}`);
  expect(await findBroken()).toEqual([first?.id]);
  await store.db.execute(sql`delete from audit where id = ${second?.id}`);
  expect(await findBroken()).toEqual([first?.id, third?.id]);
});
