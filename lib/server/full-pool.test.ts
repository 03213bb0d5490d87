import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openStore, type Store } from "#lib/db/connection/open-store.ts";
import { openConnections } from "#lib/db/testing/open-connections.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let person: TestPerson;
let lists: Store;
beforeAll(async () => {
  app = await openTestApp();
  person = await app.addPerson();
  lists = openStore({ url: app.store.url, connectionsMax: 2, connectMs: 500, waitingMax: 2, applicationName: "full" });
  await openConnections(lists);
  app.runtime.lists = lists;
});
afterEach(endStatements);
afterAll(async () => {
  await lists.close();
  await app.close();
});

/** Keeps every connection for lists busy until `endStatements`. */
async function holdLists(): Promise<void> {
  const clients = await Promise.all([lists.pool.connect(), lists.pool.connect()]);
  for (const client of clients) {
    void client
      .query("select pg_sleep(60)")
      .catch(() => {})
      .finally(() => client.release());
  }
}

async function endStatements(): Promise<void> {
  await app.store.db.execute(sql`select pg_cancel_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'full'`);
}

const path = "/api/sandbox/merchants";
const cookie = () => person.cookie;

test("lists without a free connection respond with an overload error, and nothing else is delayed", async () => {
  await holdLists();
  const answers = await Promise.all(Array.from({ length: 8 }, () => app.call({ path, cookie: cookie() })));
  for (const answer of answers) {
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect((await answer.json()).error.code).toBe("store_unavailable");
  }
  const { email, password } = person;
  const others = await Promise.all([
    app.call({ path: "/api/health" }),
    app.call({ path: "/api/ready" }),
    app.call({ path: "/api/session", cookie: cookie() }),
    app.call({ path: "/api/session", method: "POST", body: { email, password } }),
    app.call({ path: "/api/session/language", method: "POST", cookie: cookie(), body: { language: "de" } }),
  ]);
  expect(others.map(({ ok }) => ok)).toEqual([true, true, true, true, true]);
  await endStatements();
  expect((await app.call({ path, cookie: cookie() })).status).toBe(200);
});

test("list reads by POST are refused, too", async () => {
  await holdLists();
  const answer = await app.call({
    path: "/api/sandbox/quick-find",
    method: "POST",
    cookie: cookie(),
    body: { values: ["HB-2026-1"] },
  });
  expect(answer.status).toBe(503);
});
