// @module-tag long: starts the program again for each case.

import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { sealedColumns } from "#lib/db/connection/sealed-values.ts";
import { merchant } from "#lib/db/schema/merchant.ts";
import { personName } from "#lib/db/schema/person-name.ts";
import { sandboxRecord } from "#lib/db/schema/sandbox.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { saveTransactions } from "#lib/db/transactions/save-transactions.ts";
import { openTransaction } from "#lib/db/transactions/sealed-transaction.ts";
import { findTransactionsById } from "#lib/db/transactions/transactions.ts";
import { createJournal } from "#lib/notifications/journal/journal.ts";
import { toFrame } from "#lib/notifications/spool/frame.ts";
import { spoolPlace } from "#lib/notifications/spool/spool.ts";
import { rewrapAll } from "#lib/services/vault/rewrap-all.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";

const merchantCount = 5_000;
const older = { id: "k1", key: randomBytes(32) };
const newer = { id: "k2", key: randomBytes(32) };
const toText = ({ id, key }: typeof older) => `${id}:${key.toString("base64")}`;

let store: TestStore;
let folder: string;
beforeAll(async () => {
  [store, folder] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-rewrap-"))]);
  await seedMerchants(await openVault(store, [older]));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await store.drop();
});

/** Two encrypted values each, ten thousand in all. */
async function seedMerchants(vault: Vault): Promise<void> {
  const rows = Array.from({ length: merchantCount }, (_, n) => {
    const id = crypto.randomUUID();
    const seal = (column: string) => vault.seal(`${column} ${n}`, { table: "merchant", row: id, column });
    const named = { id, environment: "demo", slug: `m${n}`, name: `m${n}`, credentialFingerprint: `f${n}`, updatedBy: "a test" };
    return { ...named, clientId: seal("client_id"), clientSecret: seal("client_secret") };
  });
  for (let from = 0; from < rows.length; from += 1_000) await store.db.insert(merchant).values(rows.slice(from, from + 1_000));
}

function startRewrap(keys: string, more: Record<string, string> = {}) {
  const env = {
    ...process.env,
    DATABASE_URL: store.url,
    DATA_DIR: folder,
    VAULT_KEYS: keys,
    SESSION_KEYS: `k1:${"a".repeat(64)}`,
    ...more,
  };
  return spawn(process.execPath, ["scripts/rewrap.ts"], { env, stdio: ["ignore", "pipe", "pipe"] });
}

async function countWrappedBy(id: string): Promise<number> {
  const prefix = Buffer.concat([Buffer.from([1, id.length]), Buffer.from(id)]);
  const { rows } = await store.db.execute<{ n: number }>(sql`
    select count(*)::int as n from merchant, lateral (values (client_id), (client_secret)) as sealed (value)
    where substring(value from 1 for ${prefix.length}) = ${prefix}`);
  return rows[0]?.n ?? 0;
}

test("ten thousand values come under the new key although the command is killed again and again", {
  meta: { slow: "Rewraps ten thousand values through several kills of the command." },
}, async () => {
  const keys = `${toText(newer)},${toText(older)}`;
  const seen: number[] = [];
  for (const enough of [400, 2_000, 5_200, 8_000]) {
    const child = startRewrap(keys);
    const ended = once(child, "exit");
    while (child.exitCode === null && (await countWrappedBy("k2")) < enough);
    child.kill("SIGKILL");
    await ended;
    seen.push(await countWrappedBy("k2"));
    expect((await countWrappedBy("k1")) + (seen.at(-1) ?? 0)).toBe(2 * merchantCount);
  }
  expect(seen).toEqual(seen.toSorted((left, right) => left - right));
  expect(seen[0]).toBeLessThan(2 * merchantCount);

  const last = startRewrap(keys);
  const [out] = await Promise.all([text(last.stdout), once(last, "exit")]);
  expect(last.exitCode).toBe(0);
  expect(out).toContain('everything in the database is under the key "k2"');
  expect(out).toContain("Nothing on this machine needs k1 any more");
  expect(await countWrappedBy("k1")).toBe(0);

  const vault = await openVault(store, [newer]);
  const { rows } = await store.db.execute<{ id: string; slug: string; client_id: Buffer; client_secret: Buffer }>(
    sql`select id::text, slug, client_id, client_secret from merchant`,
  );
  for (const row of rows) {
    for (const column of ["client_id", "client_secret"] as const) {
      expect(vault.open(row[column], { table: "merchant", row: row.id, column }).toString()).toBe(
        `${column} ${row.slug.slice(1)}`,
      );
    }
  }
});

test("ledger rows, which have no id of their own, come under the new key too and open in their place", async () => {
  const [merchantId, readAt] = [crypto.randomUUID(), new Date("2026-03-04T12:00:00Z")];
  const named = { merchantId, environment: "demo", occurredAt: readAt, readAt, day: "2026-03-04", hasOwnTime: true };
  const sale = { type: "013", sign: "credit", amountMinor: 1, amountText: "0.01", currency: "EUR", occurredAtText: "" };
  const ids = Array.from({ length: 450 }, (_, n) => `row ${n}`);
  const rows = ids.map((id) => ({ ...bareTransaction, ...named, ...sale, id, description: id, record: { id } }));
  const vault = await openVault(store, [newer, older]);
  const sealer = createVault({ wrappers: [older].map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
  await saveTransactions(store.db, { ...vault, sealAll: sealer.sealAll }, rows);
  const done = await rewrapAll({ db: store.db, vault, onUnopened: () => expect.fail() });
  expect(done.find(({ table }) => table === "transaction")?.values).toBe(450);
  const renewed = await openVault(store, [newer]);
  const stored = await findTransactionsById(store.db, { merchantId, ids });
  expect(stored.map((row) => openTransaction(renewed, row).description).toSorted()).toEqual(ids.toSorted());
});

test("a value that no key opens is named and left, and all that comes after it is sealed anew", {
  meta: { slow: "Runs the command in a process of its own." },
}, async () => {
  const sealer = createVault({ wrappers: [older].map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
  const damaged = sealer.seal("anna@example.com", { table: "person_name", column: "sealed", row: "anna" });
  damaged.writeUInt8(damaged.readUInt8(damaged.length - 1) ^ 1, damaged.length - 1);
  await store.db.insert(personName).values({ id: "anna", sealed: damaged });
  const later = { table: "sandbox_record", column: "sealed", row: "order/1" };
  const sealed = sealer.seal("a later value", later);
  await store.db.insert(sandboxRecord).values({ kind: "order", key: "1", group: "", at: 0, tag: "", sealed });
  const child = startRewrap(`${toText(newer)},${toText(older)}`, { DATA_DIR: path.join(folder, "damaged") });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  expect([child.exitCode, err]).toEqual([
    1,
    "person_name.sealed of anna opens with no key: it is damaged, or its key is not in VAULT_KEYS.\n" +
      "1 values open with no key and stay as they are.\n",
  ]);
  expect(out).toContain('everything else in the database is under the key "k2"');
  const renewed = await openVault(store, [newer]);
  const [row] = await store.db.select().from(sandboxRecord);
  expect(renewed.open(row?.sealed ?? Buffer.alloc(0), later).toString()).toBe("a later value");
  await Promise.all([store.db.delete(personName), store.db.delete(sandboxRecord)]);
});

test("a key is not called spare while notifications sealed with it wait on the disk, or what waits cannot be read", {
  meta: { slow: "Runs the command several times." },
}, async () => {
  const spool = path.join(folder, "notify-spool");
  const vault = createVault({ wrappers: [older].map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
  const frame = toFrame(vault.seal("a delivery", spoolPlace));
  const cases = [
    [Buffer.concat([frame, frame]), "k1 is still needed: 2 notifications sealed with it"],
    [frame.subarray(0, 40), "holds 1 parts that cannot be read"],
  ] as const;
  await mkdir(spool);
  for (const [bytes, line] of cases) {
    await writeFile(path.join(spool, "1-1-ab.aside"), bytes);
    const child = startRewrap(`${toText(newer)},${toText(older)}`);
    const [out] = await Promise.all([text(child.stdout), once(child, "exit")]);
    expect([child.exitCode, out]).toEqual([0, expect.stringContaining(line)]);
    expect(out).not.toContain("any more");
  }
});

test("a key is not called spare while entries of the journal are sealed with it", {
  meta: { slow: "Runs the command in a process of its own." },
}, async () => {
  const journalDir = path.join(folder, "journal");
  const sealer = createVault({ wrappers: [older].map(createLocalWrapper), hashSecret: Buffer.alloc(0) });
  const journal = createJournal({ folder: journalDir, hours: 48, sealer });
  await journal.addVoid("a delivery");
  await journal.close();
  const more = { JOURNAL_DIR: journalDir, JOURNAL_HOURS: "48", DATA_DIR: path.join(folder, "without-spool") };
  const child = startRewrap(`${toText(newer)},${toText(older)}`, more);
  const [out] = await Promise.all([text(child.stdout), once(child, "exit")]);
  expect([child.exitCode, out]).toEqual([
    0,
    expect.stringMatching(/k1 is still needed: 1 entries of .*journal .* stay 48 hours/),
  ]);
  expect(out).not.toContain("any more");
});

test("without the older key nothing is touched and the line names the setting", {
  meta: { slow: "Runs the command in a process of its own." },
}, async () => {
  const child = startRewrap(toText(older));
  const [problem] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect(child.exitCode).toBe(1);
  expect(problem).toMatch(/^VAULT_KEYS: .*\n$/);
  expect(await countWrappedBy("k2")).toBe(2 * merchantCount);
});

test("every bytea column either is rewrapped or holds no secret", async () => {
  const { rows } = await store.db.execute<{ name: string }>(sql`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and data_type = 'bytea'
      and table_name not in (select relname from pg_class where relispartition) order by 1`);
  const sealed = sealedColumns.map(({ table, column }) => `${table}.${column}`);
  const keys = ["event_key.hash", "refused_key.hash"];
  const open = ["delivery.headers", "delivery.sha256", "forward.order_hash", ...keys];
  expect(rows.map(({ name }) => name)).toEqual([...sealed, ...open].sort());
});
