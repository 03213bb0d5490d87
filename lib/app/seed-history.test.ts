// @module-tag long: computes months of a sandbox.

import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { delivery } from "#lib/db/schema/notification.ts";
import { payment } from "#lib/db/schema/payment.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { isSeeded } from "#lib/notifications/receive/seeded.ts";
import { storedHeaders } from "#lib/notifications/receive/stored-headers.ts";
import { makeTempFolder, removeFolder } from "#tools/bench/support/temp-folder.ts";
import { createRuntime } from "./create-runtime.ts";
import type { Runtime } from "./runtime.ts";
import { prepareHistory } from "./seed-history.ts";
import { loadSettings } from "./settings/settings.ts";

let store: TestStore;
let folder: string;
let runtime: Runtime;
beforeAll(async () => {
  store = await createTestStore();
  folder = await makeTempFolder("history");
  runtime = await open();
});
afterAll(async () => {
  await runtime.close();
  await store.drop();
  await removeFolder(folder);
});

async function open(env: Record<string, string> = {}): Promise<Runtime> {
  const settings = loadSettings({ DATA_DIR: folder, SANDBOX_LIVE: "off", SANDBOX_HISTORY: "off", ...env });
  const opened = await createRuntime(settings, { databaseUrl: store.url });
  await opened.prepare();
  return opened;
}

async function prepare({ vault, clock, sandbox }: Runtime = runtime) {
  if (!sandbox) throw new Error("The sandbox is off.");
  return prepareHistory({ store: runtime.store, vault, clock, sandbox, staff: undefined });
}

async function seedAll(): Promise<void> {
  const { seedNext } = await prepare();
  while (await seedNext());
}

/** Everything that must be the same when it is made again. */
async function readHistory() {
  const { db } = runtime.store;
  const { id, sha256, receivedAt } = delivery;
  const notifications = await db.select({ id, sha256, receivedAt }).from(delivery).orderBy(id);
  const payments = await db.select({ id: payment.id, status: payment.status }).from(payment).orderBy(payment.id);
  return { notifications, payments };
}

const slow = { meta: { slow: "Prepares a runtime, and signs and stores several hundred notifications." } };

test("makes 90 days of verified notifications and ended payments, once", slow, async () => {
  await seedAll();
  const { db } = runtime.store;
  const first = await readHistory();
  const { rows } = await db.execute<{ from: string }>(
    sql`select kept_from::text as "from" from retention where kind = 'notifications'`,
  );
  expect(first.notifications.length).toBeGreaterThan(250);
  const [oldest] = first.notifications;
  const keptFrom = Date.parse(rows[0]?.from ?? "");
  expect(oldest?.receivedAt.getTime()).toBeGreaterThan(keptFrom);
  expect(Math.round((Date.now() - keptFrom) / 86_400_000)).toBeLessThanOrEqual(90);
  // No notification came before its address was there.
  const { rows: early } = await db.execute(sql`
    select from delivery join notify_endpoint endpoint on endpoint.id::uuid = endpoint_id where received_at < endpoint.created_at`);
  expect(early).toEqual([]);
  expect(await db.$count(delivery, eq(delivery.verdict, "valid"))).toBe(first.notifications.length);
  const odd = sql`${delivery.seen} > 1 or ${delivery.conflict} or ${delivery.answerStatus} <> 200`;
  expect(await db.$count(delivery, odd)).toBe(0);
  expect([...new Set(first.payments.map(({ status }) => status))].sort()).toEqual([
    "canceled",
    "failed",
    "rejected",
    "reversed",
    "success",
  ]);
  expect(first.payments.length).toBeGreaterThan(200);
  expect(await db.$count(payment, eq(payment.kind, "refund"))).toBeGreaterThan(5);
  expect((await db.execute(sql`select * from live_event`)).rows).toEqual([]);
  await seedAll();
  expect(await readHistory()).toEqual(first);
});

test("goes on where a process was killed, and is made anew after a reset, the same for the same time", slow, async () => {
  const whole = await readHistory();
  await runtime.resetSandbox();
  expect(await readHistory()).toEqual({ notifications: [], payments: [] });
  const killed = await prepare();
  await killed.seedNext();
  const part = await readHistory();
  expect(part.notifications.length).toBeGreaterThan(0);
  expect(part.notifications.length).toBeLessThan(whole.notifications.length);
  // Two processes go on at once.
  await Promise.all([seedAll(), seedAll()]);
  const again = await readHistory();
  const shared = again.notifications.filter(({ id }) => whole.notifications.some((known) => known.id === id));
  // The sales of the seconds in between may differ.
  expect(shared.length).toBeGreaterThan(whole.notifications.length - 5);
  expect(again.notifications).toHaveLength(new Set(again.notifications.map(({ id }) => id)).size);
});

test("no request can mark its notification as one of the history", () => {
  expect(storedHeaders((name) => `value of ${name}`).some(({ name }) => isSeeded({ headers: [{ name, value: "" }] }))).toBe(
    false,
  );
});
