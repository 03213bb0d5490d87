import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchant } from "../schema/merchant.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { liveChannel } from "./event-notice.ts";
import { publishLive } from "./events.ts";

let store: TestStore;
let listener: pg.Client;
let merchantId = "";
let notificationCount = 0;
beforeAll(async () => {
  store = await createTestStore();
  const sealed = Buffer.from("sealed");
  const place = { slug: "corner-cafe", environment: "sandbox", name: "Corner", updatedBy: "test" };
  const [row] = await store.db
    .insert(merchant)
    .values({ ...place, clientId: sealed, clientSecret: sealed, credentialFingerprint: "" })
    .returning({ id: merchant.id });
  merchantId = row?.id ?? "";
  listener = new pg.Client({ connectionString: store.url });
  await listener.connect();
  listener.on("notification", () => notificationCount++);
  await listener.query(`listen ${liveChannel}`);
});
afterAll(async () => {
  await listener.end();
  await store.drop();
});

const event = () => ({ environment: "sandbox", merchantId, type: "payment" as const, data: {} });

/** A notification sent earlier arrives before the reply to this query. */
async function countHeard(): Promise<number> {
  await listener.query("select 1");
  return notificationCount;
}

test("listeners are notified once, after the commit, and never of a rollback", async () => {
  await store.db.transaction(async (tx) => {
    await publishLive(tx, event());
    await tx.transaction((inner) => publishLive(inner, event()));
    expect(await countHeard()).toBe(0);
  });
  await expect.poll(countHeard).toBe(1);
  const failed = store.db.transaction(async (tx) => {
    await publishLive(tx, event());
    throw new Error("not to be");
  });
  await expect(failed).rejects.toThrow("not to be");
  await publishLive(store.db, event());
  await expect.poll(countHeard).toBe(2);
});
