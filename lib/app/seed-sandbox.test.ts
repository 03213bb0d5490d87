// @module-tag long: computes months of a sandbox.

import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { makeTempFolder, removeFolder } from "#tools/bench/support/temp-folder.ts";
import { createRuntime } from "./create-runtime.ts";
import { seedSandbox } from "./seed-sandbox.ts";
import { loadSettings } from "./settings/settings.ts";

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await createTestStore();
  folder = await makeTempFolder("seed");
});
afterAll(async () => {
  await store.drop();
  await removeFolder(folder);
});

type SignInFile = { sandbox: { merchants: { slug: string }[] }; notify: { merchant: string; url: string; sid: string }[] };

async function startWith(merchants: number): Promise<SignInFile> {
  const settings = loadSettings({ DATA_DIR: folder, SANDBOX_MERCHANTS: String(merchants), SANDBOX_LIVE: "off" });
  const runtime = await createRuntime(settings, { databaseUrl: store.url });
  try {
    const { settings, store, vault, sandbox } = runtime;
    if (!sandbox) throw new Error("The sandbox is off.");
    const { seedNext } = await seedSandbox({ settings, store, vault, sandbox });
    const first = await readSignIn();
    expect([first.sandbox.merchants.length, first.notify.length]).toEqual([Math.min(100, merchants), Math.min(100, merchants)]);
    while (await seedNext()) expect(await readSignIn()).toEqual(first);
  } finally {
    await runtime.close();
  }
  return readSignIn();
}

async function readSignIn(): Promise<SignInFile> {
  return JSON.parse(await readFile(path.join(folder, "sign-in.json"), "utf8"));
}

async function readStored(): Promise<unknown> {
  const { rows } = await store.pool.query(
    `select (select array_agg(m.xmin::text || m.id order by m.slug) from merchant m) as merchants,
      (select array_agg(e.xmin::text || e.id order by e.id) from notify_endpoint e) as endpoints,
      (select array_agg(c.xmin::text || c.id order by c.id) from notify_certificate c) as certificates,
      (select array_agg(r.xmin::text || r.key order by r.key) from sandbox_record r where r.kind = 'store') as stores`,
  );
  return rows[0];
}

test("more merchants are added, a second start writes nothing, and a lower number removes none", {
  meta: { slow: "Prepares a runtime four times, once with 1,200 merchants." },
}, async () => {
  const ten = await startWith(10);
  expect([ten.sandbox.merchants.length, ten.notify.length]).toEqual([10, 10]);
  const many = await startWith(1_200);
  expect([many.sandbox.merchants.length, many.notify.length]).toEqual([1_200, 1_200]);
  expect(many.notify.slice(0, 10)).toEqual(ten.notify);
  expect(new Set(many.notify.map(({ url }) => url)).size).toBe(1_200);

  const stored = await readStored();
  await startWith(1_200);
  expect(await readStored()).toEqual(stored);
  await startWith(10);
  expect(await readStored()).toEqual(stored);

  const { rows } = await store.pool.query(
    `select m.slug, m.sid, e.sid as "endpointSid", 'endpoint ' || e.id as endpoint, c.fingerprint from merchant m
     join notify_endpoint e on e.merchant_id = m.id join notify_certificate c on c.endpoint_id = e.id where m.environment = 'sandbox'`,
  );
  expect(rows).toHaveLength(1_200);
  for (const row of rows) expect(row.endpointSid).toBe(row.sid);
});
