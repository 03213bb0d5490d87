import { randomBytes } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { systemClock } from "#lib/core/clock.ts";
import { eventually } from "#lib/core/testing/eventually.ts";
import { recordAudit, recordAuditIn } from "#lib/db/audit/audit.ts";
import { type AuditStatement, anchorChain, removeAuditBefore } from "#lib/db/audit/audit-anchors.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { anchorAudit } from "./anchor-audit.ts";
import { signStatement } from "./sign-statement.ts";
import { verifyAudit } from "./verify-audit.ts";

let store: TestStore;
let vault: Vault;
beforeAll(async () => {
  store = await createTestStore();
  vault = await openVault(store, [{ id: "k1", key: randomBytes(32) }]);
});
beforeEach(async () => {
  await store.db.execute(sql`truncate audit, audit_anchor restart identity`);
});
afterAll(() => store.drop());

const at = (day: number) => new Date(Date.UTC(2026, 2, day));
const sign = (statement: AuditStatement) => signStatement(vault, statement);
const act = (day: number) =>
  recordAudit(
    { db: store.db, vault },
    { at: at(day), staffId: null, actor: "a@example.com", act: "thing.done", detail: { day } },
  );

async function auditDays(days: readonly number[]): Promise<void> {
  for (const day of days) await act(day);
}

async function faultsAt(): Promise<string[]> {
  return (await verifyAudit(store.db, vault)).faults.map(({ at }) => at);
}

test("signing the chain logs where it ends, once for each length", async () => {
  const info = vi.fn();
  const ctx = {
    db: store.db,
    vault,
    clock: { ...systemClock, now: () => at(3).getTime() },
    log: { info, warn: info, error: info },
  };
  await anchorAudit(ctx);
  await auditDays([1, 2]);
  await anchorAudit(ctx);
  await anchorAudit(ctx);
  const { lastHash } = await verifyAudit(store.db, vault);
  expect(info).toHaveBeenCalledExactlyOnceWith({ lastId: 2, lastHash }, "The audit log was signed");
});

test("an untouched chain is valid, with and without signed statements, and so is an empty one", async () => {
  expect(await verifyAudit(store.db, vault)).toEqual({ rows: 0, anchors: 0, lastId: null, lastHash: "", faults: [] });
  await auditDays([1, 2, 3]);
  await anchorChain(store.db, { at: at(3), sign });
  await anchorChain(store.db, { at: at(3), sign });
  await auditDays([4]);
  expect(await verifyAudit(store.db, vault)).toMatchObject({ rows: 4, anchors: 1, lastId: 4, faults: [] });
});

test("what a new person does while it verifies is no fault", async () => {
  await auditDays([1]);
  let verdict: Promise<string[]> | undefined;
  await store.db.transaction(async (tx) => {
    await tx.execute(sql`lock table audit in access exclusive mode`);
    verdict = faultsAt();
    await eventually(async () => expect(await countWaiting()).toBe(1));
    const entry = { at: at(2), staffId: null, actor: "new@example.com", act: "thing.done" };
    await recordAuditIn(tx, vault, entry);
  });
  expect(await verdict).toEqual([]);
  expect(await faultsAt()).toEqual([]);
});

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await store.db.execute(
    sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rowCount;
}

test("a changed or removed row is named", async () => {
  await auditDays([1, 2, 3, 4, 5]);
  await store.db.execute(sql`update audit set act = 'thing.undone' where id = 2`);
  await store.db.execute(sql`delete from audit where id = 4`);
  expect(await faultsAt()).toEqual(["row 2", "row 5"]);
});

test("details exchanged between two rows, or with a flipped bit, are named", async () => {
  await auditDays([1, 2, 3, 4]);
  await store.db.execute(sql`
    update audit set sealed_detail = other.sealed_detail from audit other
    where (audit.id, other.id) in ((1, 2), (2, 1))`);
  await store.db.execute(
    sql`update audit set sealed_detail = set_bit(sealed_detail, 640, 1 - get_bit(sealed_detail, 640)) where id = 4`,
  );
  expect(await faultsAt()).toEqual(["row 1", "row 2", "row 4"]);
});

test("rows removed from the end are detected once the chain was signed", async () => {
  await auditDays([1, 2, 3]);
  await store.db.execute(sql`delete from audit where id = 3`);
  expect(await faultsAt()).toEqual([]);
  await act(3);
  await anchorChain(store.db, { at: at(3), sign });
  await store.db.execute(sql`delete from audit where id = 4`);
  expect(await faultsAt()).toEqual(["row 4"]);
});

test("a chain recomputed from a changed row does not match the signed statement", async () => {
  await auditDays([1, 2]);
  await anchorChain(store.db, { at: at(3), sign });
  await store.db.execute(sql`delete from audit`);
  await store.db.execute(sql`alter sequence audit_id_seq restart`);
  await store.db.execute(sql`alter table audit_anchor rename to kept`);
  await store.db.execute(sql`create table audit_anchor (like kept including all)`);
  await auditDays([1, 9]);
  await store.db.execute(sql`drop table audit_anchor`);
  await store.db.execute(sql`alter table kept rename to audit_anchor`);
  expect(await faultsAt()).toEqual(["row 2"]);
});

test("a statement that was written or changed by hand is refused", async () => {
  await auditDays([1, 2]);
  await anchorChain(store.db, { at: at(3), sign });
  await store.db.execute(sql`update audit_anchor set rows = 1`);
  expect(await faultsAt()).toEqual(["checkpoint 1"]);
});

test("old rows are removed after a signed statement, and the chain continues after it", async () => {
  await auditDays([1, 2, 3, 4]);
  expect(await removeAuditBefore(store.db, { at: at(9), before: at(3), sign })).toBe(2);
  expect(await removeAuditBefore(store.db, { at: at(9), before: at(3), sign })).toBe(0);
  await act(5);
  expect(await verifyAudit(store.db, vault)).toMatchObject({ rows: 3, anchors: 1, lastId: 5, faults: [] });
  expect(await removeAuditBefore(store.db, { at: at(9), before: at(8), sign })).toBe(3);
  await act(9);
  expect(await verifyAudit(store.db, vault)).toMatchObject({ rows: 1, lastId: 6, faults: [] });
});

test("a removal that was interrupted after its statement is finished by the next", async () => {
  await auditDays([1, 2, 3]);
  await store.db.execute(sql`create table saved as select * from audit`);
  await removeAuditBefore(store.db, { at: at(9), before: at(3), sign });
  await store.db.execute(sql`insert into audit select * from saved where id = 2`);
  expect(await faultsAt()).toEqual([]);
  expect(await removeAuditBefore(store.db, { at: at(9), before: at(3), sign })).toBe(1);
  expect(await verifyAudit(store.db, vault)).toMatchObject({ rows: 1, anchors: 1, faults: [] });
});

test("a removal without a signed statement is a broken chain", async () => {
  await auditDays([1, 2, 3]);
  await store.db.execute(sql`delete from audit where id = 1`);
  expect(await faultsAt()).toEqual(["row 2"]);
});
