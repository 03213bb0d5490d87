import { afterEach, beforeEach, expect, test } from "vitest";
import { type DatabaseProxy, openDatabaseProxy } from "#lib/app/testing/database-proxy.ts";
import { Secret } from "#lib/core/secret.ts";
import type { PermitRequest } from "#lib/gateway/permit.ts";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { CommitUnknownError } from "../connection/client-transaction.ts";
import { openStore, type Store } from "../connection/open-store.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createPermitLedger } from "./permits.ts";

const vault = createTestVault();
const pair = { environment: "sandbox", kind: "token", clientId: "client", clientSecret: new Secret("secret") } as const;
const request: PermitRequest = {
  ...{ integrationClientId: "client", pair, baseUrl: "http://localhost", mode: "automatic", enderClientIds: [] },
};

let direct: TestStore;
let proxy: DatabaseProxy;
let store: Store;
beforeEach(async () => {
  direct = await createTestStore();
  proxy = await openDatabaseProxy(direct.url);
  store = openStore({ url: proxy.url, statementMs: 300, answerMs: 200 });
});
afterEach(async () => {
  await store.close();
  await proxy.close();
  await direct.drop();
});

const acquire = () => createPermitLedger({ db: store.db, vault }).acquire(request);

test("a permit whose COMMIT got no response is granted if a new connection finds it recorded", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  proxy.silenceAfter("commit\0", { arrives: true });
  expect(await acquire()).toMatchObject({ kind: "granted" });
  expect(await acquire()).toMatchObject({ kind: "wait", reason: "in_flight" });
});

test("a permit that is not found recorded is not granted", {
  meta: { slow: "Waits for the time that the database is given." },
}, async () => {
  proxy.silenceAfter("commit\0", { arrives: false });
  await expect(acquire()).rejects.toThrow(CommitUnknownError);
  expect(await acquire()).toMatchObject({ kind: "granted" });
});
