import { randomBytes, randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { staff, staffSession } from "../schema/staff.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { findStaffByEmail, insertStaff, listStaffRows } from "./staff.ts";
import { deleteEndedSessions } from "./staff-sessions.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("sessions that ended long ago are deleted, whether signed out or expired; open ones are not", async () => {
  const staffId = randomUUID();
  await store.db.insert(staff).values({ id: staffId, email: "a@example.com", role: "viewer", passwordHash: "", permissions: [] });
  const ago = (days: number) => sql`now() - ${days} * interval '1 day'`;
  const rows = [
    { idHash: "signed-out", revokedAt: ago(91), expiresAt: ago(89) },
    { idHash: "expired", expiresAt: ago(91) },
    { idHash: "ended-lately", revokedAt: ago(1), expiresAt: ago(0) },
    { idHash: "open", expiresAt: ago(-1) },
  ];
  for (const row of rows) await store.db.insert(staffSession).values({ staffId, ...row });
  await deleteEndedSessions(store.db, new Date(Date.now() - 90 * 24 * 3_600_000));
  const left = await store.db.select({ idHash: staffSession.idHash }).from(staffSession);
  expect(left.map(({ idHash }) => idHash).sort()).toEqual(["ended-lately", "open"]);
});

test("of somebody who stayed away since, the time they were last here is left, without address and browser", async () => {
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
  const email = "away@example.com";
  await insertStaff(store.db, vault, { email, role: "viewer", permissions: [], merchants: null, passwordHash: "" });
  const person = await findStaffByEmail(store.db, vault, email);
  const [first, last] = [new Date("2020-01-01T08:00:00Z"), new Date("2020-01-02T08:00:00Z")];
  for (const lastSeenAt of [last, first])
    await store.db.insert(staffSession).values({
      ...{ staffId: person?.id ?? "", idHash: lastSeenAt.toISOString(), lastSeenAt, revokedAt: lastSeenAt },
      ...{ expiresAt: lastSeenAt, peer: "192.0.2.1", userAgent: "Browser" },
    });
  await deleteEndedSessions(store.db, new Date("2020-06-01T00:00:00Z"));
  const left = await store.db
    .select()
    .from(staffSession)
    .where(eq(staffSession.staffId, person?.id ?? ""));
  expect(left).toMatchObject([{ lastSeenAt: last, peer: null, userAgent: "" }]);
  expect((await listStaffRows(store.db, vault)).find((row) => row.email === email)?.lastSeenAt).toEqual(last);
});
