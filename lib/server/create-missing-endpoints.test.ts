import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { merchant } from "#lib/db/schema/merchant.ts";
import { notifyEndpoint } from "#lib/db/schema/notification.ts";
import { send } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin" });
});
afterAll(() => app.close());

const create = (environment: string, by = admin) => send({ path: `/api/${environment}/endpoints`, cookie: by.cookie });

async function addWithStore(slug: string, sid: string): Promise<void> {
  const id = await app.addMerchant(slug);
  await app.store.db.update(merchant).set({ sid }).where(eq(merchant.id, id));
}

test("makes one address for each merchant with a store and none yet, also when pressed twice at once", async () => {
  await addWithStore("corner-cafe", "000000000000010");
  await addWithStore("taxi-athina", "000000000000011");
  await app.addMerchant("no-store");
  const answers = await Promise.all([create("sandbox"), create("sandbox")]);
  const made = await Promise.all(answers.map(async (answer) => (await answer.json()).created));
  expect(made.sort()).toEqual([0, 2]);
  const rows = await app.store.db.select({ sid: notifyEndpoint.sid }).from(notifyEndpoint);
  expect(rows.map(({ sid }) => sid).sort()).toEqual(["000000000000010", "000000000000011"]);
  expect(await (await create("sandbox")).json()).toEqual({ created: 0 });
});

test("is refused where the gateway could not reach the address, and for administrators of some merchants", async () => {
  expect((await create("demo")).status).toBe(409);
  const limited = await app.addPerson({ role: "admin", merchants: ["sandbox/corner-cafe"] });
  expect((await create("sandbox", limited)).status).toBe(403);
});
