import { afterAll, beforeAll, expect, test } from "vitest";
import { createSandboxStorage } from "#lib/db/environments/sandbox-storage.ts";
import { saveIntegration } from "#lib/db/lockout/credentials.ts";
import { toPairId, toSecretMark } from "#lib/db/lockout/permit-rows.ts";
import { identityPair } from "#lib/db/schema/identity.ts";
import { codeOf } from "./testing/staff-calls.ts";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.addPerson({ role: "admin", seeded: true });
});
afterAll(() => app.close());

const path = "/api/session/get-started";
const read = async ({ cookie }: TestPerson = admin) => (await app.call({ path, cookie })).json();
const doneSteps = async () => {
  const { steps } = await read();
  return steps.flatMap(({ step, isDone }: { step: string; isDone: boolean }) => (isDone ? [step] : []));
};
const connect = (id: string) =>
  saveIntegration(app.store.db, app.vault, {
    id,
    baseUrl: "https://gateway.example",
    clientId: "c",
    clientSecret: "s",
    partnerId: "p",
    applicationId: "a",
    by: "a test",
  });

/** As if a sign-in with the stored credentials had worked. */
const signInTo = (environment: string) =>
  app.store.db.insert(identityPair).values({
    id: toPairId(app.vault, { environment, kind: "token", clientId: "c" }),
    environment,
    kind: "token",
    provenMark: toSecretMark(app.vault, "s"),
  });

test("each step is done by what is there, whoever did it", async () => {
  expect(await doneSteps()).toEqual([]);
  await connect("sandbox");
  expect(await doneSteps()).toEqual(["explore"]);
  const storage = createSandboxStorage({ db: app.store.db, vault: app.vault });
  const order = { kind: "order", key: "o1", group: "corner-cafe", at: 1, value: null };
  await storage.insert({ ...order, tag: "pending" });
  await storage.insert({ kind: "link", key: "t1", group: "corner-cafe", at: 2, tag: "", value: "o1" });
  expect(await doneSteps()).toEqual(["explore"]);
  await storage.saveMany([{ ...order, tag: "paid" }]);
  expect(await doneSteps()).toEqual(["explore", "pay"]);
  await connect("demo");
  expect(await doneSteps()).toEqual(["explore", "pay"]);
  await signInTo("demo");
  expect(await doneSteps()).toEqual(["explore", "pay", "connect"]);
  await app.addPerson({ role: "admin" });
  expect(await doneSteps()).toEqual(["explore", "pay", "connect", "administrator"]);
});

test("hiding is remembered with the account, and only administrators have the steps", async () => {
  const other = await app.addPerson({ role: "admin" });
  expect((await read()).isHidden).toBe(false);
  expect((await app.call({ method: "DELETE", path, cookie: admin.cookie })).status).toBe(204);
  expect([(await read()).isHidden, (await read(other)).isHidden]).toEqual([true, false]);
  const support = await app.addPerson({ role: "support" });
  expect(await codeOf(await app.call({ path, cookie: support.cookie }))).toBe("forbidden");
});
