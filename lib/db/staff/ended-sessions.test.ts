import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staff, staffSession } from "../schema/staff.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
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
