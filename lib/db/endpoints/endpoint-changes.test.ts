import { randomBytes, randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { createSigner } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { saveForwardTarget } from "../forwarding/forward-targets.ts";
import { saveMerchant } from "../lockout/credentials.ts";
import { forwardTarget } from "../schema/forward.ts";
import { merchant } from "../schema/merchant.ts";
import { notifyEndpoint } from "../schema/notification.ts";
import { ensureEndpoint } from "../testing/ensure-endpoint.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { createEndpointSource, endCertificate, listCertificates, removeCertificates, updateEndpoint } from "./endpoints.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
const { publicKeyPem } = createSigner();

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

async function addEndpoint(): Promise<{ id: string; merchantId: string }> {
  const slug = `m-${randomUUID().slice(0, 8)}`;
  const secrets = { clientId: `cli_${slug}`, clientSecret: "sec_x", by: "test" };
  const saved = await saveMerchant(store.db, vault, { environment: "demo", slug, name: slug, sid: "1", ...secrets });
  const input = { environment: "demo", merchantId: saved.id, sid: "1", certificates: [publicKeyPem], by: "test" };
  return { id: (await ensureEndpoint(store.db, input)).endpoint.id, merchantId: saved.id };
}

/** Returns what each read finds, in order. */
async function startReader() {
  const source = createEndpointSource({ db: store.db, vault });
  let { cursor } = await source.readChanges(null);
  return async () => {
    const changes = await source.readChanges(cursor);
    cursor = changes.cursor;
    return { changed: changes.endpoints, removed: changes.removed };
  };
}

test("a reading finds what changed since the last one, and nothing else", async () => {
  const [first, second] = [await addEndpoint(), await addEndpoint()];
  const read = await startReader();
  const settle = () => eventually(async () => expect(await read()).toEqual({ changed: [], removed: [] }));
  await settle();
  const [certificate] = await listCertificates(store.db, [first.id]);
  const target = { mode: "desk_answers", url: "https://shop.example/notify" } as const;
  const changes = [
    () => updateEndpoint(store.db, first.id, { sid: "2" }),
    () => {
      const names = ["IPCmethod", "StoreID", "SID", "Amount", "Currency", "OrderID"];
      return updateEndpoint(store.db, first.id, { fieldOrder: { names, methods: ["IPCPurchaseNotify"], earlier: [] } });
    },
    () => endCertificate(store.db, { endpointId: first.id, id: certificate?.id ?? "", at: new Date() }),
    () => removeCertificates(store.db, first.id, [certificate?.id ?? ""]),
    () => saveForwardTarget(store.db, vault, { endpointId: first.id, target, by: "test", at: new Date() }),
    () => saveForwardTarget(store.db, vault, { endpointId: first.id, target: null, by: "test", at: new Date() }),
    () =>
      store.db
        .update(merchant)
        .set({ slug: `renamed-${first.id.slice(0, 6)}` })
        .where(eq(merchant.id, first.merchantId)),
  ];
  for (const change of changes) {
    await change();
    const { changed, removed } = await read();
    expect([changed.map(({ id }) => id), removed]).toEqual([[first.id], []]);
    await settle();
  }
  await store.db.delete(notifyEndpoint).where(eq(notifyEndpoint.id, second.id));
  expect(await read()).toEqual({ changed: [], removed: [second.id] });
});

test("a change that commits after a later one was read is not missed", async () => {
  const [late, early] = [await addEndpoint(), await addEndpoint()];
  const read = await startReader();
  const slow = await store.pool.connect();
  await slow.query("begin");
  await slow.query("update notify_endpoint set sid = '8' where id = $1", [late.id]);
  await updateEndpoint(store.db, early.id, { sid: "9" });
  const { changed } = await read();
  expect(changed.map(({ sid }) => sid)).toContain("9");
  expect(changed.map(({ sid }) => sid)).not.toContain("8");
  await slow.query("commit");
  slow.release();
  expect((await read()).changed.map(({ sid }) => sid)).toContain("8");
  await eventually(async () => expect(await read()).toEqual({ changed: [], removed: [] }));
});

test("of a database that was set back everything is read", async () => {
  const { id } = await addEndpoint();
  const { endpoints, removed } = await createEndpointSource({ db: store.db, vault }).readChanges("9000000000000:9000000000000:");
  expect([endpoints.map((endpoint) => endpoint.id), removed]).toEqual([expect.arrayContaining([id]), null]);
});

// A failure costs time: during a long statement elsewhere, every receiver would read the same ten thousand endpoints each
// second.
test("a change is read once, also while an older transaction goes on", async () => {
  const { id } = await addEndpoint();
  const older = await store.pool.connect();
  await older.query("begin");
  await older.query("select pg_current_xact_id()");
  const read = await startReader();
  await updateEndpoint(store.db, id, { sid: "7" });
  expect((await read()).changed.map((endpoint) => endpoint.id)).toEqual([id]);
  expect(await read()).toEqual({ changed: [], removed: [] });
  await older.query("commit");
  older.release();
});

test("an endpoint whose shop's address cannot be opened is read, and so are all others", async () => {
  const [changed, other] = [await addEndpoint(), await addEndpoint()];
  const target = { mode: "shop_answers", url: "https://shop.example/notify" } as const;
  for (const { id } of [changed, other]) {
    await saveForwardTarget(store.db, vault, { endpointId: id, target, by: "test", at: new Date() });
  }
  await store.db
    .update(forwardTarget)
    .set({ sealedUrl: Buffer.from("none") })
    .where(eq(forwardTarget.endpointId, changed.id));
  const { endpoints } = await createEndpointSource({ db: store.db, vault }).readChanges(null);
  const forwardOf = ({ id }: { id: string }) => endpoints.find((endpoint) => endpoint.id === id)?.forward;
  // Nothing is sent to an empty address, so the shop's response is never OK.
  expect([forwardOf(changed), forwardOf(other)]).toEqual([{ ...target, url: "" }, target]);
});
