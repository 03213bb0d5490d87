import { randomBytes } from "node:crypto";
import { verify } from "@node-rs/argon2";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staff } from "#lib/db/schema/staff.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { seedStaff } from "./seed-staff.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("several processes seed the same three accounts once, and a later start returns the same passwords", async () => {
  const [first, second] = await Promise.all([seedStaff(store.db, vault), seedStaff(store.db, vault)]);
  expect(first.map((person) => person.role)).toEqual(["admin", "support", "viewer"]);
  expect(second).toEqual(first);
  expect(await seedStaff(store.db, vault)).toEqual(first);
  const rows = await store.db.select().from(staff).orderBy(staff.role);
  expect(rows.map(({ role, seeded, permissions }) => ({ role, seeded, permissions }))).toEqual([
    { role: "admin", seeded: true, permissions: ["refund"] },
    { role: "support", seeded: true, permissions: [] },
    { role: "viewer", seeded: true, permissions: [] },
  ]);
  expect(await verify(rows[0]?.passwordHash ?? "", first[0]?.password ?? "")).toBe(true);
});

test("no password is readable in the database", async () => {
  const seeded = await seedStaff(store.db, vault);
  const { rows } = await store.db.execute(sql`select value::text as text from setting union all select password_hash from staff`);
  const text = rows.map((row) => String(row.text)).join("\n");
  for (const person of seeded) expect(text).not.toContain(person.password);
});

test("an account disabled since is no longer returned", async () => {
  await store.db.update(staff).set({ disabledAt: new Date() }).where(eq(staff.role, "admin"));
  expect((await seedStaff(store.db, vault)).map((person) => person.role)).toEqual(["support", "viewer"]);
});
