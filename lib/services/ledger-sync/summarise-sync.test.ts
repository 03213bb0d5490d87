import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { summariseSync } from "./summarise-sync.ts";
import { createSyncFixture, type SyncFixture } from "./testing/sync-fixture.ts";

let fixture: SyncFixture;
beforeAll(async () => {
  fixture = await createSyncFixture();
  await fixture.addMerchants("sandbox", 10);
});
afterAll(() => fixture.drop());

const change = (slugs: string, set: string) =>
  fixture.store.pool.query(
    `update ledger_sync set ${set} from merchant where merchant.id = merchant_id and slug ~ '^sandbox-(${slugs})$'`,
  );

test("counts fresh, waiting and blocked merchants, and names first those that need manual action", async () => {
  await change("1|2|3|4", "recent_read_at = now()");
  await change("5", "recent_read_at = now() - interval '3 hours'");
  await change("6", `problem = '{"code":"gateway_timeout","message":"m"}', failures = 9`);
  await change("7", `problem = '{"code":"merchant_refused","message":"m"}', failures = 1`);
  const scope = { environment: "sandbox", merchantIds: null };
  const summary = await summariseSync({ db: fixture.store.db, clock: systemClock }, scope);
  expect(summary).toMatchObject({ merchants: 10, upToDate: 4, attention: 2, neverRead: 5, syncing: 4 });
  expect(summary.worst.map(({ merchant }) => merchant)).toEqual(["sandbox-7", "sandbox-6"]);
});

test("the expected end is computed from the pace since reading began, and not before there is one", async () => {
  await fixture.addMerchants("demo", 60);
  const parts = { db: fixture.store.db, clock: systemClock };
  const foretell = async () => {
    const { rows } = await fixture.store.pool.query("select array_agg(id) as ids from merchant where environment = 'demo'");
    const { readyAt } = await summariseSync(parts, { environment: "demo", merchantIds: rows[0].ids });
    return readyAt === null ? null : Date.parse(readyAt) - Date.now();
  };
  const readEverySecond = (count: number) =>
    fixture.store.pool.query(
      `update ledger_sync set recent_read_at = now() - substring(slug from '[0-9]+')::int * interval '1 second'
       from merchant where merchant.id = merchant_id and slug ~ '^demo-' and substring(slug from '[0-9]+')::int <= $1`,
      [count],
    );
  expect(await foretell()).toBeNull();
  await readEverySecond(5);
  expect(await foretell()).toBeNull();
  await readEverySecond(20);
  // Twenty were read in twenty seconds, forty wait.
  expect(await foretell()).toBeGreaterThan(35_000);
  expect(await foretell()).toBeLessThan(80_000);
});

test("concurrent summaries of all merchants share one count", async () => {
  let monotonicMs = 1_000_000;
  const parts = { db: fixture.store.db, clock: { ...systemClock, monotonic: () => monotonicMs } };
  const scope = { environment: "sandbox", merchantIds: null };
  const before = await summariseSync(parts, scope);
  await change("8", "recent_read_at = now()");
  expect(await summariseSync(parts, scope)).toBe(before);
  monotonicMs += 10_000;
  expect((await summariseSync(parts, scope)).upToDate).toBe(before.upToDate + 1);
});
