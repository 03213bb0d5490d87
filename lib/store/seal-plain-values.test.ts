import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "../vault/testing/test-vault.ts";
import { chainHash } from "./audit.ts";
import { readChain } from "./audit-list.ts";
import { findForwardTarget } from "./forward-targets.ts";
import { readNames } from "./person-names.ts";
import { createSandboxStorage } from "./sandbox-storage.ts";
import { audit } from "./schema/audit.ts";
import { forwardTarget } from "./schema/forward.ts";
import { merchant } from "./schema/merchant.ts";
import { notifyEndpoint } from "./schema/notification.ts";
import { payment } from "./schema/payment.ts";
import { sandboxRecord } from "./schema/sandbox.ts";
import { staff } from "./schema/staff.ts";
import { sealPlainRows } from "./seal-plain-rows.ts";
import { openRecord, openWords } from "./sealed-payment.ts";
import { findStaffByEmail } from "./staff.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";

const vault = createTestVault();
let store: TestStore;
const [merchantId, paid, unpaid] = [randomUUID(), randomUUID(), randomUUID()];
const anna = "Anna@desk.example";
const at = new Date("2026-03-04T12:00:00Z");

/** What the version before wrote. */
beforeAll(async () => {
  store = await createTestStore();
  const { db } = store;
  await db.insert(staff).values({ email: anna, role: "admin", passwordHash: "" });
  const sealed = Buffer.from("sealed");
  const credential = { clientId: sealed, clientSecret: sealed, credentialFingerprint: "", updatedBy: anna };
  await db.insert(merchant).values({ id: merchantId, slug: "cafe", environment: "demo", name: "Cafe", ...credential });
  const sale = { merchantId, environment: "demo", amountMinor: 1, currency: "EUR", terminalId: "1", status: "success" };
  const times = { createdAt: at, updatedAt: at };
  const words = { description: "for Anna", extra: { a: 1 }, record: { payer: "Anna" } };
  await db.insert(payment).values({ id: paid, ...sale, ...times, referenceNumber: "1", ...words });
  await db.insert(payment).values({ id: unpaid, ...sale, ...times, referenceNumber: "2" });
  const place = { id: "e", merchantId, environment: "demo", sid: "1", createdBy: anna };
  await db.insert(notifyEndpoint).values(place);
  await db
    .insert(forwardTarget)
    .values({ endpointId: "e", mode: "desk_answers", url: "https://shop.example/?key=1", updatedBy: anna });
  await db.insert(sandboxRecord).values({ kind: "order", key: "1", group: "", at: 0, tag: "", value: { for: "Anna" } });
  let hash = "";
  for (const [actor, detail] of [
    [anna, { reason: "Anna called" }],
    ["the desk", {}],
    [anna, { day: 3 }],
  ] as const) {
    const row = {
      at,
      staffId: null,
      actor,
      act: "thing.done",
      environment: null,
      merchant: null,
      target: anna,
      detail,
      peer: null,
    };
    hash = chainHash(hash, row);
    await db.insert(audit).values({ ...row, hash });
  }
  await sealPlainRows(db, vault);
}, 20_000);
afterAll(() => store.drop());

test("nothing of it stands readable any more", async () => {
  for (const table of ["staff", "merchant", "payment", "notify_endpoint", "forward_target", "sandbox_record", "audit"]) {
    const { rows } = await store.db.execute<{ row: string }>(sql`select t::text as row from ${sql.identifier(table)} t`);
    expect(rows.map(({ row }) => row).join("\n")).not.toMatch(/anna|key=1/i);
  }
});

test("people are found by their address, and named where they were", async () => {
  expect(await findStaffByEmail(store.db, vault, "anna@DESK.example")).toMatchObject({ email: anna, role: "admin" });
  const nameOf = await readNames({ db: store.db, vault });
  const [row] = await store.db.select({ by: merchant.updatedBy }).from(merchant);
  expect([nameOf(row?.by ?? ""), nameOf("the desk"), nameOf("person:nobody")]).toEqual([anna, "the desk", "somebody unknown"]);
});

test("payments, addresses and the sandbox's records open as they were", async () => {
  const rows = await store.db.select().from(payment).orderBy(payment.referenceNumber);
  expect(rows.map((row) => [openWords(vault, row), openRecord(vault, row)])).toEqual([
    [{ description: "for Anna", extra: { a: 1 } }, { payer: "Anna" }],
    [{ description: null, extra: null }, null],
  ]);
  expect(await findForwardTarget(store.db, vault, "e")).toEqual({ mode: "desk_answers", url: "https://shop.example/?key=1" });
  const storage = createSandboxStorage({ db: store.db, vault });
  expect((await storage.find("order", "1"))?.value).toEqual({ for: "Anna" });
});

test("the audit's chain is as whole as before", async () => {
  const rows = await Array.fromAsync(readChain({ db: store.db, vault }, 0));
  expect(rows.map(({ actor, target, detail }) => [actor, target, detail])).toEqual([
    [anna, anna, { reason: "Anna called" }],
    ["the desk", anna, {}],
    [anna, anna, { day: 3 }],
  ]);
  const broken = rows.filter(
    ({ hash, id: _, isOpen: __, ...row }, index) => hash !== chainHash(rows[index - 1]?.hash ?? "", row),
  );
  expect(broken).toEqual([]);
});

test("an address that was changed in the store is none, and stops nobody else's messages", async () => {
  await store.db.execute(sql`update forward_target set sealed_url = set_bit(sealed_url, 820, 1 - get_bit(sealed_url, 820))`);
  expect(await findForwardTarget(store.db, vault, "e")).toEqual({ mode: "desk_answers", url: "" });
});
