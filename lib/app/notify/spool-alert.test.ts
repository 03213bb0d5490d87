import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "#lib/core/clock.ts";
import { listAlerts } from "#lib/db/alerts/alerts.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createSpoolAlert } from "./spool-alert.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
  await store.db.execute(sql`insert into environment (id, base_url, partner_id, application_id, client_id, client_secret,
    credential_fingerprint, credential_set_by, updated_by) select id, '', '', '', '', '', '', 'test', 'test'
    from unnest(array['sandbox', 'demo']) id`);
});
afterAll(() => store.drop());

const listed = async (environment: string) => {
  const page = { status: undefined, merchantId: undefined, limit: 9 };
  const rows = await listAlerts(store.db, { environment, merchantIds: null }, page);
  return rows.map(({ rule, subject, severity, count }) => [rule, subject, severity, count]).toSorted();
};

test("a spool in use is one alert for each machine, critical when nearly full, and resolved when it is empty", async () => {
  const first = { bytes: 10, setAside: 0 };
  const second = { bytes: 90, setAside: 0 };
  const common = { db: store.db, clock: systemClock, bytesMax: 100, everyMs: 5 };
  const alerts = [
    createSpoolAlert({ ...common, host: "first", size: () => first }),
    createSpoolAlert({ ...common, host: "second", size: () => second }),
  ];
  for (const alert of alerts) alert.start();
  const both = [
    ["spool_in_use", "first", "warning", 1],
    ["spool_in_use", "second", "critical", 1],
  ];
  for (const environment of ["sandbox", "demo"]) await expect.poll(() => listed(environment)).toEqual(both);
  first.bytes = 0;
  await expect.poll(() => listed("sandbox")).toEqual(both.slice(1));
  second.bytes = 0;
  await expect.poll(() => listed("demo")).toEqual([]);
  for (const alert of alerts) await alert.stop();
});
