// @module-tag long: starts the program again for each case.

import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openVault } from "#lib/app/open-vault.ts";
import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { listProblems, saveProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { damageBody } from "#lib/db/deliveries/testing/damage-body.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { ensureEndpoint } from "#lib/db/testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { createTimeOrderedId, deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, notifyEntries, signedBody } from "#lib/notifications/testing/sign.ts";
import { readPublicKey } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { runScript } from "./support/testing/run-script.ts";

const key = randomBytes(32);
const signer = createSigner();
let store: TestStore;
let vault: Vault;
let folder = "";
beforeAll(async () => {
  [store, folder] = await Promise.all([createTestStore(), mkdtemp(path.join(tmpdir(), "counterfoil-reparse-"))]);
  vault = await openVault(store, [{ id: "k1", key }]);
});
afterAll(async () => {
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

test("a notification that no key opens is named, and those after it are taken up again", {
  meta: { slow: "Runs the command as a process of its own." },
}, async () => {
  const ids = await receive(["A", "B"]);
  const [damaged = "", later = ""] = ids;
  for (const deliveryId of ids) await saveProblem(store.db, { deliveryId, step: "search", cause: new Error("away") });
  await damageBody(store.db, damaged);
  const { code, out, err } = await runScript("scripts/reparse.ts", {
    ...{ DATABASE_URL: store.url, DATA_DIR: folder },
    ...{ VAULT_KEYS: `k1:${key.toString("base64")}`, SESSION_KEYS: `k1:${"a".repeat(64)}` },
  });
  expect([code, out, err]).toEqual([
    1,
    "1 notifications were rebuilt from their bodies, 0 of them are valid now.\n",
    `${damaged} opens with no key: it is damaged, or its key is not in VAULT_KEYS.\n` +
      "1 notifications open with no key and stay as they are.\n",
  ]);
  expect(await listProblems(store.db, later)).toEqual([]);
  expect(await listProblems(store.db, damaged)).toHaveLength(1);
});

/** In the order of their ids. */
async function receive(orders: readonly string[]): Promise<string[]> {
  const place = { environment: "demo", merchantId: randomUUID(), sid: "000000000000010", by: "a test" };
  await store.pool.query(
    `insert into merchant (id, environment, slug, name, credential_fingerprint, client_id, client_secret, updated_by)
     values ($1, 'demo', 'cafe', 'cafe', 'f', '', '', 'a test')`,
    [place.merchantId],
  );
  const { endpoint } = await ensureEndpoint(store.db, { ...place, certificates: [signer.publicKeyPem] });
  const { certificates, ...stored } = (await createEndpointSource({ db: store.db, vault }).findOne(endpoint.id)) ?? expect.fail();
  const keys = certificates.map(({ publicKeyPem, ...one }) => ({ ...one, publicKey: readPublicKey(publicKeyPem) }));
  const record = createDeliveryRecord({ db: store.db, vault });
  const ids: string[] = [];
  for (const [index, orderId] of orders.entries()) {
    const body = Buffer.from(signedBody(notifyEntries({ orderId }), signer));
    const receivedAt = new Date(Date.now() + index);
    const id = createTimeOrderedId(receivedAt.getTime());
    const answer = { status: 200, body: "OK", ms: 1 };
    const read = { sha256: createHash("sha256").update(body).digest(), ...deriveFromBody(body, { ...stored, keys }) };
    await record.save(
      { id, body, headers: [], peer: null, receivedAt, answer, ...read },
      { signal: new AbortController().signal },
    );
    ids.push(id);
  }
  return ids;
}
